import { codePoints } from '@rest-stop/contracts/text.ts';

/** Inputs from this length on come out at least four times shorter. */
const LONG = 8_000;
const RATIO = 4.04;
const MOST = 16_000;

/** Characters a result may take for an input of `length` code points; short texts keep a larger share, very short ones all. */
export function budgetFor(length: number): number {
  if (length >= LONG) return Math.floor(Math.min(length / RATIO, MOST));
  const share = (LONG / RATIO) * (length / LONG) ** 0.22;
  return Math.floor(Math.min(length, share, 150 + 0.6 * length));
}

/** Characters `text` takes as one more string in compact JSON, comma included. */
export function jsonCost(text: string): number {
  return codePoints(JSON.stringify(text)) + 1;
}

/** A sum of characters to spend; `pay` answers false, and takes nothing, when too little is left. */
export type Purse = { pay(cost: number): boolean; left(): number };

/** A purse of `total` characters. */
export function purseOf(total: number): Purse {
  let left = total;
  return {
    pay(cost) {
      if (cost > left) return false;
      left -= cost;
      return true;
    },
    left: () => left,
  };
}

/** A purse that pays out of `parent`, at most `total`. */
export function partOf(parent: Purse, total: number): Purse {
  const own = purseOf(total);
  return {
    pay: (cost) => cost <= own.left() && parent.pay(cost) && own.pay(cost),
    left: () => Math.min(own.left(), parent.left()),
  };
}
