import { rowDecisions, rowMarks } from '../../wire.ts';
import { dayText, timeText } from '../parts/format.ts';
import { type FoldedTime, placeFrom } from '../state/folded-time.ts';
import { entries, rows } from '../state/rows.ts';
import { laneOf } from '../state/summary.ts';

export const laneHeight = 30;
export const axisHeight = 22;

export interface Scene {
  readonly sorted: readonly number[];
  readonly folded: FoldedTime;
  readonly lanes: ReadonlyMap<number, number>;
  readonly laneCount: number;
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly current: number | null;
}

export const laneColors = ['muted', 'line', 'none', 'ask', 'deny', 'changed', 'failed', 'accent'] as const;
export type LaneColors = Readonly<Record<(typeof laneColors)[number], string>>;

const denied = rowDecisions.indexOf('deny');
const asked = rowDecisions.indexOf('ask');
const allowed = rowDecisions.indexOf('allow');

function weightOf(row: number): number {
  const decision = entries.decisionNumber(row);
  if (decision === denied || (entries.marks(row) & rowMarks.halted) !== 0) return 4;
  if ((entries.marks(row) & rowMarks.failed) !== 0) return 3;
  if (decision === asked) return 2;
  return (entries.marks(row) & rowMarks.changed) !== 0 || decision === allowed ? 1 : 0;
}

const shapes = [
  { color: 'none', width: 2, height: 10 },
  { color: 'changed', width: 3, height: 14 },
  { color: 'ask', width: 4, height: 20 },
  { color: 'failed', width: 4, height: 20 },
  { color: 'deny', width: 6, height: 26 },
] as const;

function xOf({ folded, from, to, width }: Scene, place: number): number {
  return (((folded.at[place] ?? 0) - from) / (to - from)) * width;
}

export function drawTimeline(canvas: CanvasRenderingContext2D, scene: Scene, colors: LaneColors): void {
  const { folded, laneCount, from, to, width } = scene;
  const height = axisHeight + laneCount * laneHeight;
  canvas.clearRect(0, 0, width, height);
  canvas.fillStyle = colors.line;
  for (let lane = 0; lane <= laneCount; lane += 1)
    canvas.fillRect(0, axisHeight + lane * laneHeight, width, 1);
  drawAxis(canvas, scene, colors);
  const first = placeFrom(folded, from);
  const last = placeFrom(folded, to + 1);
  const draw = last - first > width ? drawCounts : drawTicks;
  draw(canvas, scene, colors, first, last);
  drawCurrent(canvas, scene, colors);
}

function drawTicks(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  colors: LaneColors,
  first: number,
  last: number,
): void {
  const { sorted, lanes } = scene;
  const places = Array.from({ length: last - first }, (_, index) => first + index);
  shapes.forEach((shape, weight) => {
    canvas.fillStyle = colors[shape.color];
    for (const place of places) {
      const row = sorted[place] ?? 0;
      if (weightOf(row) !== weight) continue;
      const middle = axisHeight + ((lanes.get(laneOf(row)) ?? 0) + 0.5) * laneHeight;
      const x = Math.round(xOf(scene, place)) - shape.width / 2;
      canvas.beginPath();
      canvas.roundRect(x, middle - shape.height / 2, shape.width, shape.height, 1.5);
      canvas.fill();
    }
  });
}

const columnWidth = 4;
const minPart = 3;

function drawCounts(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  colors: LaneColors,
  first: number,
  last: number,
): void {
  const { sorted, lanes, laneCount, width } = scene;
  const columns = Math.ceil(width / columnWidth);
  const counts = new Uint32Array(laneCount * columns * shapes.length);
  for (let place = first; place < last; place += 1) {
    const row = sorted[place] ?? 0;
    const column = Math.min(columns - 1, Math.max(0, Math.floor(xOf(scene, place) / columnWidth)));
    const spot = (lanes.get(laneOf(row)) ?? 0) * columns + column;
    const cell = spot * shapes.length + weightOf(row);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  const totals = Array.from({ length: laneCount * columns }, (_, spot) =>
    counts.subarray(spot * shapes.length, (spot + 1) * shapes.length).reduce((sum, count) => sum + count, 0),
  );
  const highest = totals.reduce((most, total) => Math.max(most, total), 1);
  totals.forEach((total, spot) => {
    if (total === 0) return;
    const full = Math.max(minPart, Math.sqrt(total / highest) * (laneHeight - 4));
    let foot = axisHeight + (Math.floor(spot / columns) + 1) * laneHeight - 1;
    const top = foot - full;
    for (let weight = shapes.length - 1; weight >= 0; weight -= 1) {
      const count = counts[spot * shapes.length + weight] ?? 0;
      if (count === 0) continue;
      const part = Math.min(Math.max(minPart, (count / total) * full), foot - top);
      canvas.fillStyle = colors[shapes[weight]?.color ?? 'none'];
      canvas.fillRect((spot % columns) * columnWidth, foot - part, columnWidth - 1, part);
      foot -= part;
    }
  });
}

const maxFolds = 80;

function drawAxis(canvas: CanvasRenderingContext2D, scene: Scene, colors: LaneColors): void {
  const { sorted, folded, from, to, width, laneCount } = scene;
  canvas.font = '11px ui-sans-serif, system-ui, sans-serif';
  canvas.textBaseline = 'middle';
  const labels = Math.max(2, Math.floor(width / 110));
  let [last, lastDay] = ['', ''];
  for (let label = 0; label < labels; label += 1) {
    const x = (label / labels) * width;
    const time = from + (label / labels) * (to - from);
    const place = Math.min(sorted.length - 1, placeFrom(folded, time));
    const at = rows.at(sorted[place] ?? 0);
    const day = dayText(at);
    const text = day === lastDay ? timeText(at) : `${day} ${timeText(at)}`;
    lastDay = day;
    // Before and within a pause, the next event is the same.
    if (text === last) continue;
    last = text;
    canvas.fillStyle = colors.muted;
    canvas.fillText(text, x + 4, axisHeight / 2);
    canvas.fillStyle = colors.line;
    canvas.fillRect(x, 0, 1, axisHeight + laneCount * laneHeight);
  }
  if (folded.folds.length > maxFolds) return;
  canvas.strokeStyle = colors.muted;
  canvas.setLineDash([2, 3]);
  for (const place of folded.folds) {
    const x = xOf(scene, place) - 4;
    if (x < 0 || x > width) continue;
    canvas.beginPath();
    canvas.moveTo(x, axisHeight);
    canvas.lineTo(x, axisHeight + laneCount * laneHeight);
    canvas.stroke();
  }
  canvas.setLineDash([]);
}

function drawCurrent(canvas: CanvasRenderingContext2D, scene: Scene, colors: LaneColors): void {
  const { sorted, current, lanes, laneCount } = scene;
  const place = current === null ? -1 : sorted.indexOf(current);
  if (place < 0 || current === null) return;
  const x = xOf(scene, place);
  canvas.fillStyle = colors.accent;
  canvas.fillRect(x - 0.5, axisHeight, 1, laneCount * laneHeight);
  const middle = axisHeight + ((lanes.get(laneOf(current)) ?? 0) + 0.5) * laneHeight;
  canvas.strokeStyle = colors.accent;
  canvas.lineWidth = 2;
  canvas.strokeRect(x - 6, middle - laneHeight / 2 + 1, 12, laneHeight - 2);
  canvas.lineWidth = 1;
}

export function eventAt(scene: Scene, x: number, y: number): number | null {
  const { sorted, folded, lanes, from, to, width } = scene;
  const reach = ((to - from) / width) * 6;
  const time = from + (x / width) * (to - from);
  const lane = Math.floor((y - axisHeight) / laneHeight);
  let best: { readonly row: number; readonly rank: number } | null = null;
  const last = placeFrom(folded, time + reach);
  for (let place = placeFrom(folded, time - reach); place < last; place += 1) {
    const row = sorted[place] ?? 0;
    if (lanes.get(laneOf(row)) !== lane) continue;
    const distance = Math.abs((folded.at[place] ?? 0) - time) / reach;
    const rank = weightOf(row) - distance;
    if (best === null || rank > best.rank) best = { row, rank };
  }
  return best?.row ?? null;
}
