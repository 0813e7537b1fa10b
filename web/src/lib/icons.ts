/** The page's own icons: paths on a square of 24, drawn with a round pen. A path that ends in `#` is filled. */
export const ICONS = {
  back: ['M15 5l-7 7 7 7'],
  close: ['M6 6l12 12M18 6L6 18'],
  undo: ['M9 7L4.5 11.5 9 16', 'M5 11.5h8.5a5 5 0 0 1 0 10H11'],
  rules: ['M9 9a3 3 0 1 1 4.6 2.5c-1 .7-1.6 1.2-1.6 2.6', 'M12 17.6v.1', 'M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19z'],
  sound: ['M4 9.5v5h3.2L12 18.5v-13L7.2 9.5z#', 'M15.5 9a4 4 0 0 1 0 6', 'M18 6.4a7.6 7.6 0 0 1 0 11.2'],
  hush: ['M4 9.5v5h3.2L12 18.5v-13L7.2 9.5z#', 'M16 9.5l5 5M21 9.5l-5 5'],
  drawer: ['M4 6.5h16M4 12h16M4 17.5h10'],
  menu: ['M5 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z#', 'M12 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z#', 'M19 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z#'],
  eye: ['M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12z', 'M12 14.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2z#'],
  first: ['M6 5.5v13', 'M18.5 5.5L9 12l9.5 6.5z#'],
  previous: ['M16.5 5.5L7 12l9.5 6.5z#'],
  next: ['M7.5 5.5L17 12l-9.5 6.5z#'],
  last: ['M18 5.5v13', 'M5.5 5.5L15 12l-9.5 6.5z#'],
  play: ['M7 4.5L19.5 12 7 19.5z#'],
  pause: ['M8 5.5v13M16 5.5v13'],
  again: ['M19.5 12a7.5 7.5 0 1 1-2.4-5.5', 'M19.8 3.2v4.2h-4.2'],
  fair: ['M12 2.8l7.5 2.7v6c0 4.6-3.1 8-7.5 9.7-4.4-1.7-7.5-5.1-7.5-9.7v-6z', 'M8.6 12l2.5 2.5 4.4-5'],
  home: ['M3.5 11.5L12 4l8.5 7.5', 'M6 10v9.5h12V10'],
  share: ['M12 14.5V3.5M8 7l4-4 4 4', 'M6 11.5H4.5v9h15v-9H18'],
  save: ['M12 3.5v11M8 11l4 4 4-4', 'M4.5 17v3.5h15V17'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type IconName = keyof typeof ICONS;
