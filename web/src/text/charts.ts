/** What stands beside every chart. */
export const chartsText = {
  png: 'PNG',
  savePicture: (title: string) => `Save “${title}” as a PNG picture`,
};
