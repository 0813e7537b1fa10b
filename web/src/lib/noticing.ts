/** What a browser allows only on pages that came over HTTPS (or from this machine): notices, and feeling a shake. */

interface Asks {
  requestPermission?: () => Promise<string>;
}

/** Whether somebody lets us show notices; they are asked if they have not been yet. */
export async function mayNotify(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}

/** Whether somebody lets us feel the device move; only some browsers ask. */
export async function mayFeel(): Promise<boolean> {
  const motion = (window as { DeviceMotionEvent?: Asks }).DeviceMotionEvent;
  if (!motion) return false;
  return motion.requestPermission ? (await motion.requestPermission().catch(() => 'denied')) === 'granted' : true;
}

/** Shows a notice; a tap on it leads back to the page. Phones show it only by way of the page's worker. */
export async function notify(words: string, title: string): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const about = { body: words, tag: 'knobel-turn', icon: '/icon-192.png' };
  if (worker) {
    await worker.showNotification(title, about).catch(() => undefined);
    return;
  }
  const notice = new Notification(title, about);
  notice.onclick = () => window.focus();
}
