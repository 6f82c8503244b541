/** Long calculations. */
export const progressText = {
  elapsed: (seconds: number, limit?: number) => (limit === undefined ? `${seconds} s` : `${seconds} s of ${limit} s`),
};
