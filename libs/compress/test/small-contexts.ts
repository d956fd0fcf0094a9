import type { Context } from './contexts.ts';

export const preview = `[10:02] petra: The preview pane for drawings is merged. Can you prepare the release so that customers get it with 8.1?
[10:03] agent: Sure. It opens by itself on every drawing at the moment, which doubles the load time of large ones (4 s instead of 2).
[10:05] petra: I know. People asked for it though.
[10:06] agent: Shall I remove it from 8.1?
[10:07] petra: OK but keep it off by default. Those who want it can switch it on.
[10:08] agent: The setting is called drawings.preview and sits in the profile page.
[10:11] petra: Is that the only place?
[10:12] agent: It is looked at here and nowhere else: src/profile/settings.ts, line 88.
[10:13] agent: I changed the default to false and ran the profile tests, 61 passed.
[10:15] petra: Lovely. The help page needs a picture of the switch.
[10:16] agent: I have a screenshot in English, the German one is missing.
[10:18] petra: Take only real drawings for it, no dummies.
[10:19] petra: Release notes are yours as well, please write them today.
`;

export const beehives = `Nele: The apiary app must work without a network by the time the season opens, the hives stand in a valley without signal.
Bot: I have read the sync layer, every save goes straight to the server.
Nele: Yes, that is the whole trouble.
Bot: I put a service worker in front first. It did not help, since the saves are POST requests and those are never cached.
Nele: What about keeping them in the phone?
Bot: That would do. We need to agree on what happens when two people change the same hive.
Nele: The later change wins. We decided that at the meeting because nobody edits the same hive on one day.
Bot: And photos?
Nele: We chose to leave photos out of it for this season, they would fill the phones.
Nele: Never delete a reading, not even a wrong one. The vet wants to see them all.
Bot: Noted. The queue in IndexedDB is written and 40 tests pass.
Nele: Good. It has to be in the store by 28 March, ticket BEE-2231.
Bot: Still open is a sign that shows how many saves are waiting.
Nele: Then please build that sign now, small, next to the name of the hive.
`;

export const codeReview = `<user>
The cache of map tiles throws away tiles that were just loaded when one zooms quickly.
Find the mistake and correct it, without making the cache larger.
</user>
<assistant>
Let me look at the code first.
</assistant>
<tool>
// src/tiles/lru-cache.ts
import { min, max } from './math.ts';
import type { Tile, TileKey } from './types.ts';

export class LruCache {
  // do not call this from a worker
  #map = new Map<TileKey, Tile>();
  #limit = 256;

  get(key: TileKey): Tile | undefined {
    const tile = this.#map.get(key); // may be none
    return tile;
  }

  // never evict a pinned tile
  set(key: TileKey, tile: Tile): void {
    this.#map.set(key, tile);
    while (this.#map.size > min(this.#limit, max(64, this.#pinned))) this.#evict();
  }
  /* FIXME: must not run during a frame */
  #evict(): void {
    const oldest = this.#map.keys().next().value;
    this.#map.delete(oldest);
  }
}
</tool>
<tool>
RangeError: Maximum call stack size exceeded
    at LruCache.set (/srv/map/src/tiles/lru-cache.ts:18:11)
    at TileLoader.load (/srv/map/src/tiles/loader.ts:44:9)
    at async Promise.all (index 3)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)
</tool>
<assistant>
get() does not move the tile to the end, so the order is that of loading and not that of use. I first doubled the limit to
see whether that hides it: it does not, at zoom 14 the same tiles vanish after a second pan because the order is still wrong.
</assistant>
<user>
Then touch the tile in get(). We keep 256, phones have too little memory for more. Do not change the public methods, three apps call them.
</user>
<assistant>
Done, get() now deletes and sets the key again. Left to do is a test with 300 tiles.
</assistant>
<user>
Write that test now, in tests/tiles/lru-cache.test.ts.
</user>
`;

export const choir = `Amira: We need a venue for the summer concert of the choir, 200 seats, please sort that out with me.
Helper: I looked at five. St Anne's has 240 seats and the better sound, the town hall has 180.
Amira: Let's take St Anne's, the sound matters more than the money. For now at least, we can still switch until May.
Helper: Booked provisionally.
Amira: Never print the names of the children in the programme. And no food in the church, the verger insists.
Helper: I'll remember both.
Amira: The committee has chosen the Fauré, since the altos know it already. That is final, the scores are bought and cannot be returned.
Helper: Understood.
Amira: Rehearsals always end at nine. Nobody may come in without signing at the door.
Helper: I asked the organist about a smaller organ; he will not play on one, so that idea is gone.
Amira: Fine. Tickets cost 12 pounds, we settled on that on Monday as the hall is dearer this year.
Helper: Then the poster is next.
Amira: Yes, draft the poster and send it round.
`;

const practiceMove = `Status of the move of the practice, Thursday

Goal of the week: all patients can be treated in the new rooms from Monday on.

To do:
- order the couch (done, arrives Friday)
- [x] tell the insurers about the new address
- [ ] put up the signs in the stairwell
- ~~cancel the old phone line~~ cancelled on Tuesday
- ✅ move the X-ray archive
- test the emergency bell

Rosa: Please make sure that the water is tested. 
Agent: The water was tested on Wednesday, the result is fine.
Rosa: Then ask the landlord for a second key.
Agent: I asked him, he brings it tomorrow. 
Rosa: And could you write to the patients with an appointment on Monday?
Agent: I will do that next. The list has 34 names.
Agent: All 34 letters have gone out.
Rosa: We should check the lift, too. 
Agent: Checked, it runs.
Rosa: Good. Put up the signs tomorrow morning, I hold the ladder.
`;

/** Short texts that tests also read one by one, with the same labels as the seven contexts. */
export const smallContexts: readonly Context[] = [
  {
    name: 'a chat about an app',
    text: beehives,
    goal: ['The apiary app must work without a network'],
    failed: [['I put a service worker in front first', 'It did not help, since the saves are POST requests']],
    decided: ['We decided that at the meeting', 'We chose to leave photos out'],
    banned: ['Never delete a reading'],
    open: ['please build that sign now', 'Still open is a sign'],
    done: ['The queue in IndexedDB is written'],
    due: ['It has to be in the store by 28 March'],
    withdrawn: [],
    machine: [],
  },
  {
    name: 'a chat about a concert',
    text: choir,
    goal: ['We need a venue for the summer concert'],
    failed: [['I asked the organist about a smaller organ', 'he will not play on one']],
    decided: ["Let's take St Anne's", 'The committee has chosen the Fauré', 'we settled on that on Monday'],
    banned: ['Never print the names', 'no food in the church', 'Nobody may come in without signing'],
    open: ['draft the poster'],
    done: ['I looked at five'],
    due: [],
    withdrawn: [],
    machine: [],
  },
  {
    name: 'a list with a chat about a move',
    text: practiceMove,
    goal: ['all patients can be treated in the new rooms'],
    failed: [],
    decided: [],
    banned: [],
    open: ['Put up the signs tomorrow morning', 'test the emergency bell'],
    done: [
      'order the couch',
      'tell the insurers',
      'cancel the old phone line',
      'move the X-ray archive',
      'make sure that the water is tested',
      'ask the landlord for a second key',
      'I will do that next',
      'We should check the lift',
    ],
    due: [],
    withdrawn: [],
    machine: [],
  },
  {
    name: 'a session with code',
    text: codeReview,
    goal: ['The cache of map tiles throws away tiles', 'Find the mistake and correct it'],
    failed: [['I first doubled the limit', 'at zoom 14 the same tiles vanish']],
    decided: ['Then touch the tile in get()', 'We keep 256'],
    banned: ['Do not change the public methods'],
    open: ['Left to do is a test with 300 tiles', 'Write that test now'],
    done: ['get() now deletes and sets the key again'],
    due: [],
    withdrawn: [],
    machine: ['do not call this from a worker', 'never evict a pinned tile', 'FIXME', 'may be none', 'at LruCache', 'RangeError'],
  },
  {
    name: 'a chat with short answers',
    text: preview,
    goal: ['Can you prepare the release'],
    failed: [],
    decided: ['keep it off by default'],
    banned: [],
    open: ['The help page needs a picture', 'Release notes are yours as well'],
    done: ['I changed the default to false'],
    due: [],
    withdrawn: [],
    machine: [],
  },
];
