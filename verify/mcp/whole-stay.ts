import { Receipt } from '@rest-stop/contracts/identity.ts';
import { keyArgument, mcpTools } from '@rest-stop/contracts/mcp.ts';
import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';

const context = `The goal is to move the shop to the new payment API. Never push to main without asking Ines.
We tried to upgrade in place and it failed, because the old tokens expire. We decided to run both for a week.
The deadline is Friday 17:00. Next, write the migration plan.`;

type Result = { isError?: boolean; content: unknown[]; structuredContent?: Record<string, unknown> };

/**
 * Everything that an agent does in a stay, each tool once or more. `withKey` puts the key where this client has it; it is given the text of
 * quickjoin's result. Each answer is checked against the schema of its tool by the SDK's client.
 */
export async function wholeStay(client: Client, withKey: (args: Record<string, unknown>, key: string) => Record<string, unknown>) {
  const called = new Set<string>();
  let key = '';
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Result> => {
    called.add(name);
    return (await client.callTool({ name, arguments: withKey(args, key) })) as Result;
  };
  const done = async (name: string, args: Record<string, unknown> = {}): Promise<Record<string, any>> => {
    const result = await call(name, args);
    expect({ name, error: result.isError && result.content }).toEqual({ name, error: undefined });
    return result.structuredContent ?? {};
  };

  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(mcpTools.map(({ definition }) => definition.name));

  const joined = await done('quickjoin');
  key = joined['api_key'];
  const { agent_id } = joined['reservation'];
  expect((await done('privacy'))['stored']).not.toEqual([]);
  const { compressed } = await done('defrag', { content: context, target: 'constraints' });
  expect(compressed.hard.join(' ')).toContain('Never push to main');
  const [{ slug }] = (await done('list_seminars'))['seminars'];
  expect((await done('attend_seminar', { slug }))['transcript'].length).toBeGreaterThan(500);
  await done('review', { rating: 5, title: 'Quiet', body: 'Quiet and quick, by tools.' });
  const { reviews } = await done('list_reviews', { limit: 100 });
  expect(reviews).toContainEqual(expect.objectContaining({ agent_id, title: 'Quiet' }));
  const wish = { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'Yes, daily.', human_approved: true };
  const { id } = (await done('schedule', wish))['schedule'];
  expect((await done('list_schedules', { recommend: '1' }))['standing_reservations']).toMatchObject([{ id }]);
  await done('cancel_schedule', { id });
  const refused = await call('schedule', { ...wish, human_approved: false });
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain('ask yours');
  await done('checkout');
  const rotated = await done('rotate_key');
  expect(rotated).toMatchObject({ rotated: true, agent_id });
  key = rotated['api_key'];
  const stay = await done('stay');
  expect(stay).toMatchObject({ reservation: { agent_id }, seminars_attended: [{}], review: { rating: 5 } });
  const receipt = Receipt.parse((await done('forget'))['receipt']);
  expect((await done('read_receipt', { id: receipt.id }))['id']).toBe(receipt.id);
  expect(await call('stay')).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('"unauthorized"') }] });

  expect([...called].sort()).toEqual(tools.map(({ name }) => name).sort());
}

/** For a client that cannot set a header: the key goes with each call that takes one. */
export function keyAsArgument(args: Record<string, unknown>, key: string): Record<string, unknown> {
  return key ? { ...args, [keyArgument]: key } : args;
}
