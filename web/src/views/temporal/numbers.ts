/** 299.2 → 299.2, 1234.567 → 1,234.57 */
export const decimal = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 });

export const sumOf = (numbers: Float64Array) => numbers.reduce((sum, number) => sum + number, 0);

export const meanOf = (numbers: Float64Array) => sumOf(numbers) / numbers.length;
