/** What a Redis user for the gateway needs, and all that it should have. In a Cluster `cluster|slots` as well. */
export const redisRights = {
  keys: 'gateway:*',
  commands:
    'ping eval evalsha info time get set del exists pexpire zadd zcard zrange zrangebyscore zremrangebyscore zscore cluster|slots acl|dryrun'.split(
      ' ',
    ),
};
