/** What stands beside every chart. */
export const chartsText = {
  png: 'PNG',
  pointAtLine: 'Point at the chart to read it.',
  lineKeys: 'Arrow keys move along the lines.',
  savePicture: (title: string) => `Save “${title}” as a PNG picture`,
};
