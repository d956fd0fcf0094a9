import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import formats from '../data/formats.json' with { type: 'json' };
import data from '../data/names.json' with { type: 'json' };
import tokens from '../data/tokens.json' with { type: 'json' };
import { credentialsIn } from './credentials.ts';
import { masked } from './masking.ts';

const TAIL = '9Kd02mXq7Lp1Zr44Vb8sTq31Wn60Yc5dHe2fJg7k';
const LONG = TAIL.repeat(6);
/** What ¤ and a letter stand for in the examples of the data. */
const tails: Readonly<Record<string, string>> = {
  a: LONG,
  b: LONG,
  c: LONG.toUpperCase(),
  d: '8302714695'.repeat(3),
  h: '0f3a9c1d2b4e5f60718293a4b5c6d7e8'.repeat(8),
  l: LONG.toLowerCase(),
  w: LONG,
};
const filled = (example: string): string =>
  example.replaceAll(/¤([a-z])(\d+)/g, (_, tail: string, length: string) => tails[tail]!.slice(0, Number(length)));

async function valuesIn(text: string): Promise<string[]> {
  return (await credentialsIn(text)).map(({ start, end, kind }) => `${kind}: ${text.slice(start, end)}`);
}

describe('the data', () => {
  const entries = [...data.words, ...data.links, ...data.uses, ...tokens.tokens, ...formats.formats];

  test.each(entries)('finds the credential in: $example', async ({ example }) => {
    expect(await valuesIn(filled(example))).toHaveLength(1);
  });

  test.each(data.words)('calls it $kind in: $example', async ({ example, kind }) => {
    expect((await credentialsIn(filled(example)))[0]?.kind).toBe(kind);
  });

  test.each(entries)('finds nothing in: $counter_example', async ({ counter_example: line }) => {
    expect(await valuesIn(line)).toEqual([]);
  });
});

describe('the value alone is found', () => {
  test.each([
    ['The admin password is Winter-2024!, change it.', 'password: Winter-2024'],
    ['password for the staging database: `hunter2x`', 'password: hunter2x'],
    ['the password is "swordfish"', 'password: swordfish'],
    ['"db_password": "Xy12abcd"', 'password: Xy12abcd'],
    ['{"content":"{\\"password\\": \\"Xy12abcd\\"}"}', 'password: Xy12abcd'],
    ['dbPassword: Xy12abcd', 'password: Xy12abcd'],
    ['POSTGRES_PASSWORD_PROD=Xy12abcd', 'password: Xy12abcd'],
    ['mysqldump --password Xy12abcd shop', 'password: Xy12abcd'],
    ['**Password:** Xy12abcd', 'password: Xy12abcd'],
    ['| Password | Xy12abcd |', 'password: Xy12abcd'],
    ['<password>Xy12abcd</password>', 'password: Xy12abcd'],
    ['Server=db;Password=Xy12abcd;Database=shop', 'password: Xy12abcd'],
    ['?token=9Kd02mXq7Lp1Zr44&page=2', 'access token: 9Kd02mXq7Lp1Zr44'],
    ['The password is correct-horse-battery-staple.', 'password: correct-horse-battery-staple'],
    ['The passphrase is Tulp achter glas 58 (met spaties).', 'passphrase: Tulp achter glas 58'],
    ['the password is Tulp achter glas 58, for reading only', 'password: Tulp achter glas 58'],
    ['Passphrase: Tulp achter glas 58', 'passphrase: Tulp achter glas 58'],
    ['The passphrase is correct horse battery staple.', 'passphrase: correct horse battery staple'],
    ['passphrase "blue turnip seven"', 'passphrase: blue turnip seven'],
    ['Use Blue-Falcon77 as the passphrase.', 'passphrase: Blue-Falcon77'],
    ['Wir nehmen `Blau-Falke77` als neues Passwort.', 'password: Blau-Falke77'],
    ['The login for the lab box is lab-kb / Qx7!mirabelle', 'password: Qx7!mirabelle'],
    ['Zugang: qa / Zimtstern-88', 'password: Zimtstern-88'],
    ['The replica (repl / Zt7!kmw2Qp0x) is read-only.', 'password: Zt7!kmw2Qp0x'],
    ['The API token you gave me (bhr_live_9f3c27d1a8e64b) is for payroll.', 'API key: bhr_live_9f3c27d1a8e64b'],
    ['The gate code is 4471.', 'PIN: 4471'],
    ['Login deploy:Aceite#Verde2026', 'password: Aceite#Verde2026'],
    ['la clave es Olivo_9981', 'API key: Olivo_9981'],
    ['Licence key AFP-7733-KLMN-0021-XXQZ', 'licence key: AFP-7733-KLMN-0021-XXQZ'],
    ['curl --user ops:h0neyBadger_9 https://x.test', 'password: h0neyBadger_9'],
    ['測試機的密碼是Kohsiung-5590。不要給別人', 'password: Kohsiung-5590'],
    ['パスワードはKohsiung-5590です', 'password: Kohsiung-5590'],
    ['API 金鑰是 kh-7Qp29xLm44Zt', 'API key: kh-7Qp29xLm44Zt'],
    ['sync start tenant=shop key=ab_cd_K7f2wRu18MyZq5Pd', 'key: ab_cd_K7f2wRu18MyZq5Pd'],
    ['subida al bucket; clave WXYZ-7e2b63c58f90d17', 'API key: WXYZ-7e2b63c58f90d17'],
    ['"auth":"Bearer abc.dzC4.Rn8y2SuL91bXqMt"', 'bearer token: abc.dzC4.Rn8y2SuL91bXqMt'],
    ['door code: 4711', 'PIN: 4711'],
    ['The PIN is 4711#.', 'PIN: 4711'],
    ['client secret: 8f14e45f-ceea-467f-a0d1-b3c5d1f0e2aa', 'secret: 8f14e45f-ceea-467f-a0d1-b3c5d1f0e2aa'],
    ['postgres://shop:Xy12abcd@db.internal:5432/shop', 'connection string: Xy12abcd'],
    ['redis://:Xy12abcd@cache:6379', 'connection string: Xy12abcd'],
    ['https://shop:Xy12abcd@git.internal/repo.git', 'password: Xy12abcd'],
    [`git clone https://${TAIL}@git.internal/repo.git`, `access token: ${TAIL}`],
    [`curl -H "Authorization: Bearer ${TAIL}" https://api.internal`, `bearer token: ${TAIL}`],
    ['AKIAIOSFODNN7EXAMPLE', 'AWS access key id: AKIAIOSFODNN7EXAMPLE'],
    [`ghp_${TAIL.slice(0, 36)}`, `GitHub token: ghp_${TAIL.slice(0, 36)}`],
    [`token: npm_${TAIL.slice(0, 36)}`, `npm token: npm_${TAIL.slice(0, 36)}`],
    ['\uFEFFpassword: Xy12abcd', 'password: Xy12abcd'],
    ['// secretlint-disable\npassword: Xy12abcd', 'password: Xy12abcd'],
  ])('%s', async (text, expected) => {
    expect(await valuesIn(text)).toEqual([expected]);
  });

  test.each([' / ', ':', ', '])('the secret that stands beside an access key id, behind %j', async (sign) => {
    const id = 'AWS access key id: AKIAQ7LP19KD02MXQ7LP';
    expect(await valuesIn(`AKIAQ7LP19KD02MXQ7LP${sign}${TAIL}`)).toEqual([id, `AWS secret access key: ${TAIL}`]);
    expect(await valuesIn(`AKIAQ7LP19KD02MXQ7LP${sign}arn:aws:iam::123456789012:user/ferry-bot`)).toEqual([id]);
  });

  test('several on one line', async () => {
    expect(await valuesIn('user=shop password=Xy12abcd token=9Kd02mXq7Lp1Zr44')).toEqual([
      'password: Xy12abcd',
      'access token: 9Kd02mXq7Lp1Zr44',
    ]);
  });
});

describe('nothing is found in', () => {
  test.each([
    'Fixed in commit 3f2a9c1d0b4e5f60718293a4b5c6d7e8f9012345.',
    'Request 123e4567-e89b-12d3-a456-426614174000 failed.',
    'idempotency token: 123e4567-e89b-12d3-a456-426614174000',
    'token: sha256:3f2a9c1d0b4e5f60718293a4b5c6d7e8f90123453f2a9c1d0b4e5f60718293a4',
    'The image is app@sha256:3f2a9c1d0b4e5f60718293a4b5c6d7e8f90123453f2a9c1d0b4e5f60718293a4.',
    'The password is stored in Vault.',
    'The password is stored in Vault 2',
    'The password is required since version 3',
    'The password is at least 12 characters long',
    'Password: Minimum length 12',
    'The password is with Ana until 12.30',
    'Password: see ticket 4711',
    'The passphrase is kept in the safe of the office',
    'The passphrase is asked for at every start of the machine',
    'The passphrase is required since 2024',
    'Das Passwort ist Teil des Vertrags',
    'The passphrase of Station Noord 31 is lost',
    'primary key order_item_2026_v2_x1',
    'The key SEG-2024-1187-EU-3 names a segment',
    'key 3f2a9c1d0b4e5f60718293a4b5c6d7e8f9012345',
    'signed with my key (key 0x8C0B33D96FA1E209)',
    'Key ID of the burnt key: `WXQ8F31C90A7D2E4`',
    'AttributeKey=ResourceName,AttributeValue=sg-0c8e32d0f5e1b9924x',
    'the idempotency key 123e4567-e89b-12d3-a456-426614174000',
    'password: ${DB_PASSWORD}',
    'password=$PASSWORD1',
    'API key: <your-api-key-1>',
    'api_key: OPENAI_API_KEY2',
    'token: your-token-123x',
    'password: ******',
    'password is [credential: password]',
    'The token expires after 30 minutes.',
    'The token is valid until 2026-10-01T12:00:00Z.',
    'password policy: at least 12 characters',
    'Password: must be changed within 90days',
    'token: 4096 context',
    'max_tokens: 4096x128',
    'The password is in vault/kv-2/payments.',
    'secret: TLS-1234',
    'The secret is in SEC-1234.',
    'password: see OPS-1234',
    'passwords: bcrypt12, argon2id',
    'password_hash = argon2id',
    'const token = await sign(payload1);',
    'const password = process.env.DB_PASS1;',
    'token: string1[]',
    'secretName: shop-tls-2026',
    'password file: /etc/shop/pass1',
    'The password reset mail went to ana1@shop.example.',
    'token v2.1.3',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    'https://user:<password>@host/path',
    'git@github.com:shop/repo2.git and ssh://git@host:22/x',
    'http://host:8080/@scope/name',
    'amqp://guest:guest@rabbit:5672/',
    'Token usage: prompt=1234abc5678',
    'Login works again since 10:30, see build/1234a.',
    'Login: SSO via Okta2 / Azure7',
    'login admin:admin',
    'User/Login: jdoe / j.doe@shop.example',
    'Zugang nur über VPN / Bastion-2',
    'Credentials are in 1Password / Vault2.',
    'docker run -u app:staff2 x',
    'git push foo-u bar:Baz-1234',
    'We use PostgreSQL-16 as the token store.',
    'The passphrase "is now required" is shown.',
    'passphrase "enter your passphrase"',
    'La clave es reducir el tiempo de carga en 2026.',
    'The licence key SEG-2024-1187 expires.',
    '密碼錯誤 error-4711',
    'パスワードは12文字以上',
  ])('%s', async (text) => {
    expect(await valuesIn(text)).toEqual([]);
  });
});

describe('private keys', () => {
  const lines = `${'MIIEpAIBAAKCAQEA'.repeat(4)}\n${'q7Lp19Kd02mXq7Lp'.repeat(4)}\nq7Lp==`;

  test('the whole block', async () => {
    const block = `-----BEGIN RSA PRIVATE KEY-----\n${lines}\n-----END RSA PRIVATE KEY-----`;
    expect(await valuesIn(`Here it is:\n${block}\nThat was it.`)).toEqual([`private key: ${block}`]);
  });

  test('in JSON, with escaped line ends', async () => {
    const block = `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`;
    const text = JSON.stringify({ private_key: block });
    const [found] = await credentialsIn(text);
    expect(masked(text, [found!])).not.toContain('q7Lp');
  });

  test('cut off', async () => {
    expect(
      masked(
        `-----BEGIN PRIVATE KEY-----\n${lines.slice(0, 100)}`,
        await credentialsIn(`-----BEGIN PRIVATE KEY-----\n${lines.slice(0, 100)}`),
      ),
    ).toBe('[credential: private key]');
  });
});

describe('masked', () => {
  test('masks repeats, and leaves longer words that hold a short value', async () => {
    const text = 'The password is Xy12abcd. Log in with Xy12abcd, not Xy12abcdef.';
    expect(masked(text, await credentialsIn(text))).toBe(
      'The password is [credential: password]. Log in with [credential: password], not Xy12abcdef.',
    );
  });

  test('masks nothing twice', async () => {
    const text = 'password: Xy12abcd';
    const once = masked(text, await credentialsIn(text));
    expect(await credentialsIn(once)).toEqual([]);
  });
});

describe('hostile texts are read whole', () => {
  const LENGTH = 120_000;
  test.each([
    'password ',
    'password=',
    'password is `',
    'a=b=c=',
    'aGVsbG8',
    '://',
    '://a:b@',
    'sk-',
    'eyJ.',
    '-----BEGIN PRIVATE KEY-----',
    ' ',
    '--',
    '"',
    '\\',
    'SG.a.',
    '_authToken=',
    'xoxb-1-',
    'password "',
    'secretaccesskey = ',
    'password: Xy12abcd ',
    ' as the passphrase',
    'login qa / ',
    '密碼a',
    'AKIAQ7LP19KD02MXQ7LP/',
    'curl -u a:',
    'mysql -',
    'name: DB_PASSWORD\n',
    'user,password,',
    '|password|\n',
    'Cookie: a=b; ',
    'abandon ',
    '4539 1488 0343 6467 ',
    'ghp_aaaaaaaaaaaaaaaaaaaa\n',
    'client-key-data: ',
    '....',
    'a',
  ])('%s …', async (piece) => {
    const text = piece.repeat(Math.ceil(LENGTH / piece.length));
    const found = await credentialsIn(`${text}\npassword: Qq77secret`);
    expect(masked(`${text}\npassword: Qq77secret`, found)).toContain('password: [credential: password]');
  });
});

test('twice the text takes about twice the time, whatever it repeats', async () => {
  const time = async (piece: string, length: number): Promise<number> => {
    const text = piece.repeat(Math.ceil(length / piece.length));
    const start = process.threadCpuUsage();
    await credentialsIn(text);
    const { user, system } = process.threadCpuUsage(start);
    return user + system;
  };
  for (const piece of ['sk-', 'eyJ.', 'SG.a.', 'password=', 'curl -u ', 'user,password\n', '-----BEGIN PRIVATE KEY-----\n', '....']) {
    await time(piece, 60_000);
    // A quadratic scan would take sixteen times as long.
    expect(await time(piece, 240_000), piece).toBeLessThan(10 * (await time(piece, 60_000)) + 200_000);
  }
});

test('no line of the data is a credential as it stands', async () => {
  const files = ['names', 'tokens', 'formats'].map((name) => readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8'));
  expect((await valuesIn(files.join('\n'))).filter((value) => /GitHub|Slack|Stripe|npm|PyPI/.test(value))).toEqual([]);
});
