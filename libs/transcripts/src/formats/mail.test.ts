import { expect, test } from 'vitest';
import { readTurns } from '../read-turns.ts';
import { told } from '../testing.ts';
import { mail } from './mail.ts';

test('mail: each mail is said by its sender, what it quotes belongs to it, and machines are no people', () => {
  const text = `From ana@example.com Mon Nov 18 17:04:32 2026
From: Ana Prado <ana@example.com>
To: list@example.com
Subject: [PATCH] drop v1
Date: Mon, 18 Nov 2026 17:04:32 -0500

Nobody uses v1.

From ben@example.com Mon Nov 18 18:00:00 2026
From: "Oduya, Ben" <ben@example.com>
In-Reply-To: <1@example.com>

> Nobody uses v1.

User: we do.

From robot@example.com Mon Nov 18 19:00:00 2026
Received: from a (b [127.0.0.1])
\tby c; Mon, 18 Nov 2026
Authentication-Results: c; dkim=pass
From: build robot <robot@example.com>
Subject: Re: [PATCH] drop v1

The build failed.
`;
  expect(told(mail, text)).toEqual(['user: Nobody uses v1.', 'user: > Nobody uses v1.\n\nUser: we do.', 'tool: The build failed.']);
  expect(readTurns(text).turns[0]).toMatchObject({ speaker: 'Ana Prado', kind: 'human', at: 'Mon, 18 Nov 2026 17:04:32 -0500' });
});
