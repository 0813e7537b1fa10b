import { speaking } from '../../words/speaking';

export const word = speaking({
  en: { lift: 'Lift your cup', pick: 'Tap the dice to throw again', flip: 'Turn a six into a one', best: 'best', worst: 'worst', again: 'throw again', cup: 'Cup', aside: 'Set aside', middle: 'In the middle', then: 'then', lifts: 'What does this cup show?' },
  de: { lift: 'Heb deinen Becher', pick: 'Tippe die Würfel an, die noch einmal fallen sollen', flip: 'Eine Sechs zur Eins drehen', best: 'am besten', worst: 'am schlechtesten', again: 'noch einmal werfen', cup: 'Becher', aside: 'Herausgelegt', middle: 'In der Mitte', then: 'dann', lifts: 'Was zeigt dieser Becher?' },
  es: { lift: 'Levanta tu cubilete', pick: 'Toca los dados que quieras volver a tirar', flip: 'Girar un seis a uno', best: 'la mejor', worst: 'la peor', again: 'volver a tirar', cup: 'Cubilete', aside: 'Apartados', middle: 'En el centro', then: 'luego', lifts: '¿Qué muestra este cubilete?' },
});
