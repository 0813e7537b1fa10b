import type { Lines } from '../lines';

export default {
  wild: { turn: ['¡Yupi!', 'Ojos cerrados…'], glad: ['¡Ja! ¡Así!', '¡Fue adrede!'], sorry: ['¡Qué más da!', '¡Uy!'], won: ['¿Cómo lo hice?', '¡Qué suerte la mía!'], beaten: ['¡Otra! ¡Otra!', '¡Qué divertido!'] },
  curious: { turn: ['¿Yo? ¡Yo!', 'A ver…'], glad: ['¡Mira, mira!', '¡Todo mío!'], sorry: ['¡Ay, no!', '¡No es justo!'], won: ['¡Gané! ¡Gané!', '¡Mamá, gané!'], beaten: ['¿Otra, porfa?', '¡La próxima!'] },
  easy: { turn: ['Sin prisa.', 'Bueno…'], glad: ['Qué bien.', 'Me lo quedo.'], sorry: ['En fin.', 'Cosas que pasan.'], won: ['¡Vaya, yo!', '¡Salud a todos!'], beaten: ['¡Bien jugado!', 'Buena partida.'] },
  careful: { turn: ['Déjame pensar…', 'Mmm, las cuentas…'], glad: ['Como calculé.', 'Paciencia y premio.'], sorry: ['¡Era improbable!', 'Mmm. Muy osado.'], won: ['¡Despacio y seguro!', 'Salen las cuentas.'], beaten: ['Voy a recontar.', '¡Bien calculado!'] },
  proud: { turn: ['Observad.', 'Con permiso.'], glad: ['Por supuesto.', '¿Alguna duda?'], sorry: ['Un detalle.', 'Has tenido suerte.'], won: ['Como era de esperar.', 'Una reverencia.'], beaten: ['¡Exijo revancha!', 'Mis respetos.'] },
} satisfies Lines;
