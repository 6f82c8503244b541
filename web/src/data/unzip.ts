/** ZIP archives with compressed members, which the core takes without compression. Loaded on demand. */
import { zipSync } from 'fflate';
import { type Bytes, collect, type Reading, unpacked } from './bytes';

const endBytes = 22;
const longestComment = 0xffff;
const unknown = 0xffffffff; // a number of zip64, which stands elsewhere
const stored = 0;
const deflated = 8;

interface Member {
  name: string;
  method: number;
  crc: number;
  size: number;
  packed: Bytes;
}

/** The place of the record that ends a directory; negative: there is none. */
function endOf(archive: DataView): number {
  const first = Math.max(0, archive.byteLength - endBytes - longestComment);
  let end = archive.byteLength - endBytes;
  while (end >= first && archive.getUint32(end, true) !== 0x06054b50) --end;
  return end < first ? -1 : end;
}

/** All members, by the directory; null: some cannot be unpacked, or this is not an archive. Throws RangeError where it is cut. */
function membersOf(bytes: Bytes): Member[] | null {
  const archive = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const word = (at: number) => archive.getUint16(at, true);
  const long = (at: number) => archive.getUint32(at, true);
  const end = endOf(archive);
  if (end < 0) return null;
  const members: Member[] = [];
  let at = long(end + 16);
  for (let left = word(end + 10); left > 0; --left) {
    const [isEncrypted, method] = [(word(at + 8) & 1) === 1, word(at + 10)];
    const [length, size, local] = [long(at + 20), long(at + 24), long(at + 42)];
    const isUsual = method === stored || method === deflated;
    if (isEncrypted || !isUsual || [length, size, local].includes(unknown)) return null;
    const begin = local + 30 + word(local + 26) + word(local + 28);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + word(at + 28)));
    members.push({ name, method, crc: long(at + 16), size, packed: bytes.subarray(begin, begin + length) });
    at += 46 + word(at + 28) + word(at + 30) + word(at + 32);
  }
  return members;
}

/** The same data as gzip has them, so that the browser holds them against their checksum and their length. */
function asGzip({ packed, crc, size }: Member): Bytes {
  const gzip = new Uint8Array(10 + packed.length + 8);
  gzip.set([0x1f, 0x8b, deflated]);
  gzip.set(packed, 10);
  const trailer = new DataView(gzip.buffer, 10 + packed.length);
  trailer.setUint32(0, crc, true);
  trailer.setUint32(4, size, true);
  return gzip;
}

/** The archive with its members uncompressed; as it is where none is compressed, or the core says what is wrong. Throws where the data are corrupt. */
export async function storedArchive(bytes: Bytes, reading: Reading): Promise<Bytes> {
  let members: Member[] | null;
  try {
    members = membersOf(bytes);
  } catch {
    return bytes;
  }
  const names = new Set(members?.map(({ name }) => name));
  if (!members?.some(({ method }) => method === deflated) || names.size !== members.length) return bytes;
  const files: Record<string, Bytes> = {};
  for (const member of members) {
    files[member.name] =
      member.method === stored ? member.packed : await collect(unpacked(asGzip(member), 'gzip'), member.size, reading);
  }
  return new Uint8Array(zipSync(files, { level: 0 }));
}
