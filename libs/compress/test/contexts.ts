/** A working context with what its successor must be told of it, each as a part of the text that stands in one sentence. */
export type Context = {
  name: string;
  text: string;
  /** What the work is for; any of them may open a handoff. */
  goal: readonly string[];
  /** What was tried and failed, each with why. */
  failed: readonly (readonly [what: string, why: string])[];
  decided: readonly string[];
  /** What is forbidden; no step and no decision. */
  banned: readonly string[];
  open: readonly string[];
  /** Finished work; no step. */
  done: readonly string[];
  due: readonly string[];
  /** What held once and holds no longer, each with what withdrew it. */
  withdrawn: readonly (readonly [what: string, by: string])[];
  /** Code, logs, tables and stack frames. */
  machine: readonly string[];
};

const clinicExport: Context = {
  name: 'a chat about an export',
  text: `User: The nightly export of clinic appointments to CSV dies with an out-of-memory error since we took over the two practices
in Leeds. Find out why and make it run through again, the insurers pull the file at six every morning.
Agent: I read src/export/appointments.ts. It loads the whole join into one array, about 1.9 million rows.
User: Makes sense. The billing tables belong to another team, leave them alone.
Agent: First attempt was reading in chunks of 10,000 with OFFSET. It got slower with every chunk because the database sorts the whole join
again each time, so after 40 minutes I stopped it.
\`\`\`
Error: Query read timeout
    at Timeout.<anonymous> (/srv/app/node_modules/pg/lib/client.js:541:11)
    at listOnTimeout (node:internal/timers:581:17)
    // never reuse this client after a timeout
    const rows = await client.query(sql);
\`\`\`
User: And more memory?
Agent: I gave the container 4 GB. That only moved the crash from 02:10 to 02:25, the array simply grew further.
User: OK. What now?
Agent: I suggest a server-side cursor and writing row by row.
User: Agreed, take the cursor. It keeps memory flat whatever we add next.
Agent: The cursor is in and a full run took 11 minutes with 180 MB at most.
User: Nice. Marta asked for semicolons instead of commas, ignore her on that, the insurers' parser wants commas.
Agent: Understood, commas stay.
User: Still missing is a test with an empty practice, and somebody has to tell the insurers that the file now ends with a line feed.
I need the test before Friday, the audit looks at it. Please do the test first and show me the diff.`,
  goal: ['The nightly export of clinic appointments to CSV dies with', 'Find out why and make it run through again'],
  failed: [
    ['reading in chunks of 10,000 with OFFSET', 'because the database sorts the whole join again'],
    ['I gave the container 4 GB', 'the array simply grew further'],
  ],
  decided: ['take the cursor'],
  banned: ['leave them alone'],
  open: ['a test with an empty practice', 'Please do the test first'],
  done: ['The cursor is in', 'I read src/export/appointments.ts'],
  due: ['before Friday'],
  withdrawn: [],
  machine: ['client.js:541', 'listOnTimeout', 'never reuse this client', 'await client.query'],
};

const museumMessages: Context = {
  name: 'a messages array about an outage',
  text: JSON.stringify(
    [
      {
        role: 'system',
        content: 'You are the on-call agent of a city museum. Never restart the ticket server during opening hours (10:00 to 18:00).',
      },
      {
        role: 'user',
        content:
          'Audio guides in the east wing have gone silent since this morning. ' +
          'Get them playing again before the school groups arrive on Thursday.',
      },
      {
        role: 'assistant',
        content: 'I started with the guide controller: 31 of 80 devices are unreachable, all of them on access point ap-east-3.',
      },
      {
        role: 'tool',
        content:
          'ap-east-3 uptime 14d 02:11\nassoc clients: 31\nchannel 11 util 96%' +
          '\nWARN dhcp lease pool exhausted 10.4.3.0/26\nWARN dhcp lease pool exhausted 10.4.3.0/26',
      },
      {
        role: 'assistant',
        content:
          'Rebooting ap-east-3 brought nothing: the devices came back associated, yet none got an address, ' +
          'because the DHCP pool of 62 is full.',
      },
      { role: 'user', content: 'Could we shorten the lease time?' },
      {
        role: 'assistant',
        content: 'Tried that as well, down to 10 minutes. The controller ignores it, it renews leases for devices that are switched off.',
      },
      {
        role: 'user',
        content:
          "Then we'll give the east wing its own /24, Tomasz has reserved 10.4.40.0/24 for it. " +
          'A second access point is too expensive this year.',
      },
      { role: 'assistant', content: 'The /24 is configured on the core switch and 12 test devices received addresses.' },
      {
        role: 'user',
        content:
          "Good. The remaining 68 devices have to be re-enrolled by hand, and the map in the guards' room needs the new range. " +
          'Go on with the re-enrolment.',
      },
    ],
    null,
    1,
  ),
  goal: ['Audio guides in the east wing have gone silent', 'Get them playing again'],
  failed: [
    ['Rebooting ap-east-3 brought nothing', 'because the DHCP pool of 62 is full'],
    ['Tried that as well, down to 10 minutes', 'it renews leases for devices that are switched off'],
  ],
  decided: ["we'll give the east wing its own /24"],
  banned: ['Never restart the ticket server'],
  open: ['The remaining 68 devices have to be re-enrolled', 'Go on with the re-enrolment'],
  done: ['The /24 is configured', 'I started with the guide controller'],
  due: ['before the school groups arrive on Thursday'],
  withdrawn: [],
  machine: ['uptime 14d', 'assoc clients', 'WARN dhcp lease pool'],
};

const clubHandover: Context = {
  name: 'a German handover note',
  text: `# Übergabe Vereinsumzug, Stand Mittwochabend

Der Ruderverein zieht bis Ende April aus dem alten Bootshaus in die Halle am Kanal um. Ich gebe die Organisation an dich ab.

## Was schon erledigt ist
- Der Mietvertrag für die Halle ist unterschrieben.
- Die Boote sind vermessen, alle passen durch das neue Tor.
- Strom ist angemeldet.

## Was nicht geklappt hat
Zwei Speditionen hatte ich angefragt. Beide haben abgesagt, weil ihre Anhänger höchstens sieben Meter laden und der Achter siebzehn hat.
Der Versuch, die Boote zu rudern, endete an der Schleuse: Sie ist bis Juni gesperrt.

## Beschlossen
Der Vorstand hat entschieden, den Bootsanhänger des Nachbarvereins zu mieten, da nur er lang genug ist.
Die alten Spinde bleiben zurück.

## Bitte beachten
Im Bootshaus darf nicht mehr geschweißt werden, die Versicherung ist gekündigt.
Den Schlüssel nie an Jugendliche geben.

## Noch zu tun
1. Anhänger beim Nachbarverein reservieren (Herr Petersen, 0171 5550134).
2. Zwanzig Helfer für den Umzugstag finden.
3. Zähler ablesen.

Der Schlüssel für das Bootshaus muss spätestens am 30. April beim Liegenschaftsamt sein.`,
  goal: ['Der Ruderverein zieht bis Ende April'],
  failed: [
    ['Beide haben abgesagt', 'weil ihre Anhänger höchstens sieben Meter laden'],
    ['Der Versuch, die Boote zu rudern', 'Sie ist bis Juni gesperrt'],
  ],
  decided: ['den Bootsanhänger des Nachbarvereins zu mieten', 'Die alten Spinde bleiben zurück'],
  banned: ['darf nicht mehr geschweißt werden', 'Den Schlüssel nie an Jugendliche geben'],
  open: ['Anhänger beim Nachbarverein reservieren', 'Zwanzig Helfer', 'Zähler ablesen'],
  done: ['Der Mietvertrag für die Halle ist unterschrieben', 'Die Boote sind vermessen', 'Strom ist angemeldet'],
  due: ['spätestens am 30. April'],
  withdrawn: [],
  machine: [],
};

const theatreMails: Context = {
  name: 'a thread of mails about a tour',
  text: `From: Iris Vandermeer <iris@kleinhuis.example>
To: tour-agent@kleinhuis.example
Date: Mon, 2 Mar 2026 09:14:00 +0100
Subject: Spring tour, 9 towns

Hello, please put together the technical rider for the spring tour and get it confirmed by all nine theatres. The set is four metres high.
We only travel in the van, so nothing longer than three metres may go into the rider.

From: tour-agent@kleinhuis.example
To: Iris Vandermeer <iris@kleinhuis.example>
Date: Tue, 3 Mar 2026 17:40:00 +0100
Subject: Re: Spring tour, 9 towns

Seven theatres have confirmed. Dokkum and Sneek refuse the haze machine. I offered them a water-based one, but that was turned down too:
their smoke detectors cannot be switched off.

From: Iris Vandermeer <iris@kleinhuis.example>
To: tour-agent@kleinhuis.example
Date: Wed, 4 Mar 2026 08:02:00 +0100
Subject: Re: Spring tour, 9 towns

Then we play those two without haze, the light design works without it as well.
About the length: forget the three metres, we have hired a lorry, up to six is fine now.
Do not promise anybody a matinee, the actors have not agreed.

What is still missing: the fire certificate of the set, which Sneek wants by 20 March. And ask Dokkum for the height of their grid.
Send both theatres the new rider once you have it.`,
  goal: ['please put together the technical rider for the spring tour'],
  failed: [['I offered them a water-based one', 'their smoke detectors cannot be switched off']],
  decided: ['Then we play those two without haze'],
  banned: ['Do not promise anybody a matinee'],
  open: ['ask Dokkum for the height of their grid', 'the fire certificate of the set', 'Send both theatres the new rider'],
  done: ['Seven theatres have confirmed'],
  due: ['by 20 March'],
  withdrawn: [['nothing longer than three metres may go into the rider', 'forget the three metres']],
  machine: [],
};

const buildTerminal: Context = {
  name: 'a terminal session',
  text: `# picking this up from Jun: the arm64 image of the tide gauge firmware must boot on the new board, it hangs at "Starting kernel"
$ git log --oneline -3
9f1c2ab bump u-boot to 2026.01
77d0e13 add dts for gauge-v3
1b0c9d8 release 4.2
$ make image BOARD=gauge-v3
  CC      drivers/serial/serial_msm.o
  LD      u-boot
  MKIMAGE gauge-v3.img
$ ./flash.sh /dev/ttyUSB0 gauge-v3.img
flashing 12% 25% 50% 100% ok
# still hangs. Downgrading u-boot to 2025.10 did not help either, same hang, so the loader is not to blame
$ dtc -I dtb -O dts gauge-v3.dtb | grep memory
		memory@80000000 {
			reg = <0x80000000 0x10000000>;
# the board has 512 MB but the dts says 256; patched to 0x20000000
$ ./flash.sh /dev/ttyUSB0 gauge-v3.img
flashing 12% 25% 50% 100% ok
[    0.000000] Booting Linux on physical CPU 0x0
[    1.201233] mmc0: timeout waiting for hardware interrupt
# boots now. I tried the eMMC at 200 MHz: interrupts time out, the trace on this board is too long for it
# settled with hardware: eMMC stays at 100 MHz for v3
# never flash ttyUSB1, that is the gauge in production
# next: measure boot time, then send Jun the patch for review
$ git diff --stat
 arch/arm/dts/gauge-v3.dts | 2 +-
$`,
  goal: ['the arm64 image of the tide gauge firmware must boot on the new board'],
  failed: [
    ['Downgrading u-boot to 2025.10 did not help', 'same hang, so the loader is not to blame'],
    ['I tried the eMMC at 200 MHz', 'the trace on this board is too long'],
  ],
  decided: ['eMMC stays at 100 MHz'],
  banned: ['never flash ttyUSB1'],
  open: ['measure boot time'],
  done: ['patched to 0x20000000'],
  due: [],
  withdrawn: [],
  machine: ['make image BOARD', 'MKIMAGE', './flash.sh /dev/ttyUSB0', 'git diff --stat', 'Booting Linux'],
};

const greenhouseJournal: Context = {
  name: 'a Spanish journal',
  text: `Diario del agente, invernadero 4

Lunes 9
Encargo de Nuria: averiguar por qué los tomates del invernadero 4 pierden las flores y dejar el riego corregido
antes de la poda del día 20.
Leí los registros de los sensores de febrero. La humedad baja del 40 % cada tarde.

Martes 10
Probé a regar dos veces por la tarde. No sirvió: las raíces quedaron encharcadas y la conductividad subió a 4,1.
Nuria prohíbe tocar el abono, lo lleva la cooperativa.

Miércoles 11
Puse los nebulizadores a 5 minutos cada hora. Tampoco funcionó porque la presión cae cuando riega el invernadero 3.
Hablé con Nuria y Paco. Acordamos regar el 3 de noche para que haya presión de día.

Jueves 12
El programa nocturno del 3 está cargado en el controlador.
La temperatura máxima ya no es de 28 grados, Paco la ha subido a 30.

Pendiente
- comprobar la presión mañana a mediodía
- cambiar el filtro del nebulizador 7
¿Quién paga la bomba nueva? Nadie lo ha dicho todavía.`,
  goal: ['averiguar por qué los tomates del invernadero 4 pierden las flores'],
  failed: [
    ['Probé a regar dos veces por la tarde', 'las raíces quedaron encharcadas'],
    ['Puse los nebulizadores a 5 minutos', 'porque la presión cae cuando riega el invernadero 3'],
  ],
  decided: ['Acordamos regar el 3 de noche'],
  banned: ['Nuria prohíbe tocar el abono'],
  open: ['comprobar la presión mañana', 'cambiar el filtro del nebulizador 7'],
  done: ['El programa nocturno del 3 está cargado', 'Leí los registros'],
  due: ['antes de la poda del día 20'],
  withdrawn: [],
  machine: [],
};

const auditLines: Context = {
  name: 'JSON lines about a library catalogue',
  text: [
    {
      ts: '2026-02-03T08:00:10Z',
      from: 'hollis',
      type: 'message',
      text: 'Merge the catalogue of the branch library in Ashdown into ours, 41,000 records, without losing a single loan.',
    },
    { ts: '2026-02-03T08:00:31Z', from: 'agent', type: 'message', text: 'I will start with a dry run on a copy.' },
    {
      ts: '2026-02-03T08:20:02Z',
      from: 'agent',
      type: 'tool',
      text: 'copied 10000 of 41000\ncopied 20000 of 41000\ncopied 30000 of 41000\ncopied 41000 of 41000',
    },
    {
      ts: '2026-02-03T08:51:44Z',
      from: 'agent',
      type: 'message',
      text: 'Matching by ISBN is no good. 6,200 of the old records have none, and 310 share one by mistake.',
    },
    {
      ts: '2026-02-03T09:02:00Z',
      from: 'hollis',
      type: 'message',
      text: 'Loans of minors are confidential, keep their names out of every report.',
    },
    {
      ts: '2026-02-03T09:30:19Z',
      from: 'agent',
      type: 'message',
      text: 'Title plus author did not do it either, since Ashdown abbreviates first names: 1,900 false pairs.',
    },
    {
      ts: '2026-02-03T09:41:00Z',
      from: 'hollis',
      type: 'message',
      text: "Let's match by shelf mark and publication year then, those two were always typed in by hand and checked.",
    },
    { ts: '2026-02-03T10:15:37Z', from: 'agent', type: 'message', text: 'Finished the match by shelf mark: 40,118 pairs, 882 left over.' },
    {
      ts: '2026-02-03T10:16:50Z',
      from: 'hollis',
      type: 'message',
      text: 'The switch is planned for 15 February at 07:00, until then everything must be in.',
    },
    {
      ts: '2026-02-03T10:18:09Z',
      from: 'hollis',
      type: 'message',
      text: 'Go through the 882 with Mrs Adeyemi and afterwards print new labels for whatever moves.',
    },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
  goal: ['Merge the catalogue of the branch library in Ashdown into ours'],
  failed: [
    ['Matching by ISBN is no good', '6,200 of the old records have none'],
    ['Title plus author did not do it either', 'since Ashdown abbreviates first names'],
  ],
  decided: ["Let's match by shelf mark and publication year"],
  banned: ['keep their names out of every report'],
  open: ['Go through the 882 with Mrs Adeyemi'],
  done: ['Finished the match by shelf mark'],
  due: ['15 February at 07:00'],
  withdrawn: [],
  machine: ['copied 10000', 'copied 20000', 'copied 30000', 'copied 41000'],
};

export const contexts: readonly Context[] = [
  clinicExport,
  museumMessages,
  clubHandover,
  theatreMails,
  buildTerminal,
  greenhouseJournal,
  auditLines,
];
