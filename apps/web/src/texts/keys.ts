/** The keys of the site, on the help page and behind `?`. */
export const keysTexts = {
  title: 'Keys',
  head: ['Key', 'What it does'],
  close: 'Close',
  keys: [
    ['Ctrl K, ⌘ K', 'finds a tool by its name, a keyword or an input'],
    ['/', 'goes to the input of the tool'],
    ['Enter', 'runs the tool'],
    ['Ctrl Enter', 'runs a tool that takes many lines'],
    ['Escape', 'stops a run; closes a dialog'],
    ['← →, Home, End', 'move between tabs'],
    ['↑ ↓', 'move in the list of found tools'],
    ['Ctrl A', 'in that list, selects the whole input, to replace it'],
    ['Ctrl C', 'in that list, copies the selected run as a command for the terminal'],
    ['?', 'lists these keys'],
  ],
} as const
