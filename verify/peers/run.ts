import { drill, loggedBy } from './drill.ts';
import { startStage } from './stage.ts';

// Tries what a hostile peer would, on a deployment of its own: `npm run drill:peer`.
const stage = await startStage();
try {
  const tried = await drill(stage);
  const logged = await loggedBy(stage);
  for (const { who, what, refused } of tried) console.log(`${refused ? 'refused' : 'PASSED '}  ${who}: ${what}`);
  for (const [where, there] of Object.entries(logged)) console.log(`${there ? 'logged ' : 'SILENT '}  ${where}`);
  const bad = tried.filter(({ refused }) => !refused).length + Object.values(logged).filter((there) => !there).length;
  console.log(`${tried.length} tried, ${bad} that should have been refused or logged and were not`);
  process.exitCode = bad === 0 && tried.length > 0 ? 0 : 1;
} finally {
  await stage.close();
}
