export { RestStop, type DefragAnswer, type DefragOptions, type Format, type RestStopOptions } from './client.ts';
export type { Defragged, Part, PartStats, Progress } from './defrag.ts';
export { RestStopError, type ClientErrorCode } from './error.ts';
export * from './interface.ts';
export { checkReceipt, type ReceiptCheck } from './receipt.ts';
export type { CallOptions } from './transport.ts';
export { readSession, type Session } from './session/session.ts';
