import { StringDecoder } from 'node:string_decoder';

export interface OutputTextOptions {
  readonly maxBytes: number;
  readonly dropMark: boolean;
  readonly onText: (text: string) => void;
  readonly onOverflow: () => void;
}

const byteOrderMark = '\uFEFF';

export class OutputText {
  readonly #options: OutputTextOptions;
  readonly #decoder = new StringDecoder('utf8');
  #room: number;
  #isFull = false;
  #text = '';
  #atStart = true;

  constructor(options: OutputTextOptions) {
    this.#options = options;
    this.#room = options.maxBytes;
  }

  add(chunk: Uint8Array): void {
    if (this.#isFull) return;
    const fits = chunk.byteLength <= this.#room;
    const kept = fits ? chunk : chunk.subarray(0, this.#room);
    this.#room -= kept.byteLength;
    this.#isFull = !fits;
    this.#append(this.#decoder.write(kept));
    if (!fits) this.#options.onOverflow();
  }

  end(): string {
    this.#append(this.#decoder.end());
    return this.#text;
  }

  #append(decoded: string): void {
    if (decoded === '') return;
    const isMarked = this.#atStart && this.#options.dropMark && decoded.startsWith(byteOrderMark);
    this.#atStart = false;
    const text = isMarked ? decoded.slice(byteOrderMark.length) : decoded;
    if (text === '') return;
    this.#text += text;
    this.#options.onText(text);
  }
}
