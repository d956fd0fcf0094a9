/** What a Redis user for the AI workers needs, and all that it should have. */
export const redisRights = {
  keys: 'ai-worker:*',
  commands: 'ping eval info time hgetall hdel hincrby hexists expire acl|dryrun'.split(' '),
};
