/** Lets the page open where the house does not answer, and be installed; browsers allow it over HTTPS and on this machine. */
export function openOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => void navigator.serviceWorker.register('/worker.js').catch(() => undefined); // then it needs the house
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
