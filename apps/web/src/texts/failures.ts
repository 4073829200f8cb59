/** The words for a page, or a part of one, that can't be shown. */
export const failureTexts = {
  stopped: 'This page stopped working',
  stoppedWhy:
    'A part of it failed. Reload the page. If it fails again, clear the data that netbox stores in this browser: recent runs, favorites and the day’s counters.',
  absent: 'This page could not be loaded',
  absentWhy: 'Some of its files did not arrive. Check your connection, then reload the page.',
  absentPart: 'A part of this page could not be loaded. Check your connection.',
  notInteractive: 'The interactive part of this page could not be loaded. Links still work.',
  reload: 'Reload',
  clear: 'Clear stored data and reload',
  home: 'Go to the start page',
} as const
