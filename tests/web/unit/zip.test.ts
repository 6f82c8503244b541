import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { decompress } from '../../../web/src/data/bytes';
import { resultOf } from '../../../web/src/engine/refused';

const encode = (text: string) => new TextEncoder().encode(text);
const rows = (count: number) =>
  encode(Array.from({ length: count }, (_, row) => `${(row * 7919) % 10_007}\n`).join(''));
const read = async (archive: Uint8Array) => resultOf(decompress(new Uint8Array(archive)));
/** Whether members are compressed: their method is at the tenth byte after an entry of the directory begins. */
const isPacked = (archive: Uint8Array) => {
  const at = Buffer.from(archive).indexOf('PK\x01\x02', 0, 'latin1');
  return archive[at + 10] !== 0;
};

test('compressed members are unpacked, in their order, beside others that are not', async () => {
  const files = { 'b.npy': rows(5000), 'ä/a.csv': rows(1), 'empty.npy': rows(0) };
  const commented = { 'b.npy': [rows(5000), { comment: 'of a member' }] as [Uint8Array, { comment: string }] };
  const archive = zipSync({ ...files, ...commented, 'stored.npy': [rows(70), { level: 0 }] });
  expect(isPacked(archive)).toBe(true);
  const { value } = await read(archive);
  expect(isPacked(value as Uint8Array)).toBe(false);
  const found = unzipSync(value as Uint8Array);
  expect(Object.keys(found)).toEqual([...Object.keys(files), 'stored.npy']);
  for (const [name, bytes] of Object.entries({ ...files, 'stored.npy': rows(70) })) {
    expect(Buffer.from(found[name] as Uint8Array).equals(bytes), name).toBe(true);
  }
});

test('what is not compressed, is encrypted, or is not an archive stays as it is', async () => {
  const plain = zipSync({ 'a.npy': rows(9) }, { level: 0 });
  const encrypted = Buffer.from(zipSync({ 'a.npy': rows(900) }));
  encrypted[encrypted.indexOf('PK\x01\x02', 0, 'latin1') + 8] = 1;
  for (const archive of [plain, encrypted, encode('PK'), encode('PK\x03\x04 and no directory'), zipSync({})]) {
    const { value } = await read(archive);
    expect(Buffer.from(value as Uint8Array).equals(archive)).toBe(true);
  }
});

test('damage within compressed data is refused', async () => {
  const archive = zipSync({ 'a.npy': rows(3000) });
  const begin = 30 + 5;
  const end = Buffer.from(archive).indexOf('PK\x01\x02', 0, 'latin1') - 1; // after the last byte's end of data bits are free
  for (let at = begin; at < end; at += 97) {
    const damaged = Buffer.from(archive);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
    const { error } = await read(damaged);
    expect(error?.message, `byte ${at}`).toBe('the ZIP data is corrupt or truncated');
  }
});
