/** How much of the window a keyboard on the screen covers, in pixels from below. */
const LEAST = 120;
let covered = $state(0);

export const keyboard = {
  get covers(): number {
    return covered;
  },
};

function measure(): void {
  const seen = window.visualViewport;
  const below = seen ? innerHeight - seen.height - seen.offsetTop : 0;
  covered = below > LEAST ? below : 0;
}

if (typeof window !== 'undefined' && window.visualViewport) {
  window.visualViewport.addEventListener('resize', measure);
  window.visualViewport.addEventListener('scroll', measure);
}
