// Writes TFRecords of tf.Examples, bit by bit as their specifications have it.

function crc32c(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    for (let bit = 0; bit < 8; ++bit) {
      const odd = (crc ^ (byte >> bit)) & 1;
      crc = (crc >>> 1) ^ (odd ? 0x82f63b78 : 0);
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function masked(bytes) {
  const crc = crc32c(bytes);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE((((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0);
  return checksum;
}

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

const field = (number, data) => Buffer.concat([varint(number * 8 + 2), varint(data.length), data]);

function floats(values) {
  const data = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => data.writeFloatLE(value, 4 * i));
  return data;
}

function list(values) {
  if (values instanceof Float32Array) return field(2, field(1, floats(values)));
  if (typeof values[0] === 'string') return field(1, Buffer.concat(values.map((text) => field(1, Buffer.from(text)))));
  return field(3, field(1, Buffer.concat(values.map(varint))));
}

export function record(data) {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(data.length));
  return Buffer.concat([length, masked(length), data, masked(data)]);
}

export function example(features) {
  const entry = ([name, values]) => field(1, Buffer.concat([field(1, Buffer.from(name)), field(2, list(values))]));
  return field(1, Buffer.concat(Object.keys(features).sort().map((name) => entry([name, features[name]]))));
}

export function graph(papers, authors, writes) {
  const each = (count) => Array.from({ length: count }, (_, i) => i);
  return example({
    'nodes/paper.#size': [papers],
    'nodes/paper.year': Float32Array.from(each(papers), (i) => 2000 + i),
    'nodes/author.#size': [authors],
    'nodes/author.#id': each(authors).map((i) => `a${i}`),
    'edges/writes.#size': [writes],
    'edges/writes.#source': each(writes).map((i) => i % authors),
    'edges/writes.#target': each(writes).map((i) => i % papers),
  });
}
