/** What files begin with. */

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** The bytes as characters of Latin-1. */
const characters = (bytes: Uint8Array, begin: number, end: number) =>
  String.fromCharCode(...bytes.subarray(begin, end));

export function isParquet(bytes: Uint8Array): boolean {
  return characters(bytes, 0, 4) === 'PAR1';
}

/** Formats without sizes, or that nothing here reads, by their first bytes. */
const formats: readonly [name: string, begins: string][] = [
  ['PDF', '%PDF-'],
  ['PNG', '\x89PNG\r\n\x1a\n'],
  ['JPEG', '\xff\xd8\xff'],
  ['GIF', 'GIF89a'],
  ['Zstandard', '\x28\xb5\x2f\xfd'],
  ['bzip2', 'BZh91AY&SY'],
  ['xz', '\xfd7zXZ\0'],
  ['7-Zip', '7z\xbc\xaf\x27\x1c'],
  ['RAR', 'Rar!\x1a\x07'],
  ['HDF5', '\x89HDF\r\n\x1a\n'],
  ['SQLite', 'SQLite format 3\0'],
  ['Arrow (Feather)', 'ARROW1\0\0'],
  ['Avro', 'Obj\x01'],
  ['program (ELF)', '\x7fELF'],
  ['Office (OLE)', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
];

/** The format of an archive that is not of NumPy arrays, by the name of its first member. */
function zipFormat(bytes: Uint8Array): string | null {
  const length = (bytes[26] ?? 0) + 256 * (bytes[27] ?? 0);
  const name = characters(bytes, 30, 30 + Math.min(length, 256));
  if (name.endsWith('.npy') || characters(bytes, 0, 4) !== 'PK\x03\x04') return null;
  if (name === '[Content_Types].xml') return 'Office (XLSX, DOCX)';
  return name.endsWith('/data.pkl') ? 'PyTorch' : 'ZIP';
}

/** The name of a format that cannot be read; null if it may be one that can. */
export function foreignFormat(bytes: Uint8Array): string | null {
  if (isZip(bytes)) return zipFormat(bytes);
  const begin = characters(bytes, 0, 16);
  const [known] = formats.find(([, begins]) => begin.startsWith(begins)) ?? [];
  if (known) return known;
  if (bytes[0] === 0x80 && (bytes[1] ?? 0) >= 2 && (bytes[1] ?? 0) <= 5) return 'pickle';
  return characters(bytes, 257, 262) === 'ustar' ? 'tar' : null;
}
