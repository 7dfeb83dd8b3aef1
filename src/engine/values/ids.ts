// Joining two texts that are there already costs a tenth of writing a number, so ids are made of ready parts.
const blockSize = 1000;
const numbers = Array.from({ length: blockSize }, (_, index) => String(index));
const suffixes = numbers.slice(0, 100).map((number) => `.${number}`);
const prefix = Math.random().toString(36).slice(2, 8).padEnd(6, '0');
let blockCount = 0;
let block = '';
let inBlock = blockSize;

export function nextId(): string {
  if (inBlock === blockSize) {
    blockCount += 1;
    block = `${prefix}-${blockCount}-`;
    inBlock = 0;
  }
  const id = block + numbers[inBlock];
  inBlock += 1;
  return id;
}

export function partId(id: string, number: number): string {
  return id + (suffixes[number] ?? `.${number}`);
}
