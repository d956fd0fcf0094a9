/** A body up to this size is small: it finds room when large ones do not. */
const smallBodyBytes = 65_536;
/** The part of the budget that only small bodies may use. */
const smallShare = 1 / 4;

/** The room that one body takes, from its first byte until its request is answered. */
export type BodyRoom = {
  /** Whether a body of `bytes` in all would find room now. */
  fits(bytes: number): boolean;
  /** Takes room for `bytes` more. False when there is none: then nothing was taken. */
  take(bytes: number): boolean;
  /** Gives back all that was taken. May be called more than once. */
  release(): void;
};

type Share = { readonly bytes: number; used: number };

export type BodyBudget = {
  open(): BodyRoom;
  /** The bytes that all bodies take now. */
  used(): number;
};

/** One budget for the bytes of all bodies that are in the memory of this process: received, and their requests not answered yet. */
export function createBodyBudget(bytes: number): BodyBudget {
  const small: Share = { bytes: Math.floor(bytes * smallShare), used: 0 };
  const common: Share = { bytes: bytes - small.bytes, used: 0 };

  return {
    used: () => small.used + common.used,
    open() {
      let share = small;
      let held = 0;
      const shareFor = (size: number) => {
        const usable = size <= smallBodyBytes ? [small, common] : [common];
        return usable.find((one) => one.used - (one === share ? held : 0) + size <= one.bytes);
      };
      const settle = (next: Share, size: number) => {
        share.used -= held;
        next.used += size;
        share = next;
        held = size;
      };
      return {
        fits: (size) => shareFor(size) !== undefined,
        take(more) {
          const next = shareFor(held + more);
          if (next) settle(next, held + more);
          return next !== undefined;
        },
        release: () => settle(share, 0),
      };
    },
  };
}
