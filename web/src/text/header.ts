/** What stands above everything, and the help behind it. */
export const headerText = {
  title: 'tuplepack',
  subtitle: 'Pack data of uneven size into fixed shapes',
  undo: 'Undo',
  undoHelp: 'Undo the last change (Ctrl Z)',
  redo: 'Redo',
  redoHelp: 'Redo what was undone (Ctrl Shift Z)',
  share: 'Copy link',
  shareWhat: 'The link',
  shareWithoutData: 'The link holds the settings only, not the data.',
  theme: 'Colours',
  themes: { system: 'as the system', light: 'light', dark: 'dark' },
  help: 'Help',
  helpTitle: 'What this page does',
  helpClose: 'Close',
  helpText: [
    'Hardware that computes on fixed shapes pads every item, a sequence or a graph, to one size, and computes on the padding ' +
      'too. Packing lays several items into one shape, so that little of it stays empty.',
    'Choose data, and the room in a pack: a limit for every component, such as nodes and edges, and if you like a depth, ' +
      'which is how many items a pack may hold. The plan says which sizes share a pack, and how often.',
    'Efficiency is the share of the room that real data fill. The lower bound is a number of packs that no plan can go ' +
      'under; where the gap to it is zero, the plan is proven optimal.',
    'Data are read and packed in this tab and go nowhere else. The address of the page holds what you chose, so a link to it ' +
      'shows the same again.',
  ],
};
