/** FlatBuffers, in which Arrow has its metadata: tables of optional fields. Reading beyond the bytes throws RangeError. */

const word = 4;

/** A field that is not there is 0, empty, or has no tables. */
export class FlatTable {
  readonly view: DataView;
  readonly #at: number;

  /** `at`: where the table begins; default: the root */
  constructor(view: DataView, at: number = view.getUint32(0, true)) {
    this.view = view;
    this.#at = at;
  }

  /** Where a field is; 0 if it is not there. */
  #place(field: number): number {
    const head = this.#at - this.view.getInt32(this.#at, true);
    const slot = word + 2 * field;
    const offset = slot < this.view.getUint16(head, true) ? this.view.getUint16(head + slot, true) : 0;
    return offset === 0 ? 0 : this.#at + offset;
  }

  has(field: number): boolean {
    return this.#place(field) !== 0;
  }

  byte(field: number): number {
    return this.has(field) ? this.view.getUint8(this.#place(field)) : 0;
  }

  short(field: number): number {
    return this.has(field) ? this.view.getInt16(this.#place(field), true) : 0;
  }

  int(field: number): number {
    return this.has(field) ? this.view.getInt32(this.#place(field), true) : 0;
  }

  long(field: number): number {
    return this.has(field) ? this.longAt(this.#place(field)) : 0;
  }

  longAt(at: number): number {
    return Number(this.view.getBigInt64(at, true));
  }

  /** Where a field leads. */
  #target(place: number): number {
    return place + this.view.getUint32(place, true);
  }

  table(field: number): FlatTable {
    return new FlatTable(this.view, this.#target(this.#place(field)));
  }

  /** Where the first element is, and how many there are. `bytes`: of each */
  vector(field: number, bytes: number): { at: number; length: number } {
    if (!this.has(field)) return { at: 0, length: 0 };
    const begin = this.#target(this.#place(field));
    const length = this.view.getUint32(begin, true);
    if (length * bytes > this.view.byteLength - begin) throw new RangeError(); // a vector ends beyond the bytes
    return { at: begin + word, length };
  }

  tables(field: number): FlatTable[] {
    const { at, length } = this.vector(field, word);
    return Array.from({ length }, (_, i) => new FlatTable(this.view, this.#target(at + word * i)));
  }

  text(field: number): string {
    const { at, length } = this.vector(field, 1);
    return new TextDecoder().decode(new Uint8Array(this.view.buffer, this.view.byteOffset + at, length));
  }
}
