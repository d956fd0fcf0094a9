/** The words for assigned handles: friendly, short and unambiguous. */
export const adjectives: readonly string[] = words(`
  airy amber ample azure balmy blithe breezy bright calm candid cheery clear cosy crisp dapper dewy eager
  early easy fair fleet fluent fond fresh gentle glad golden graceful hale hearty honest hushed jolly keen
  kind light lively lucid lucky lush mellow merry mild misty neat nimble noble patient placid plucky quiet
  rested rosy serene silver snug sober steady sunny supple tidy tranquil warm wise
`);

export const nouns: readonly string[] = words(`
  acorn alder anchor aspen badger basin bay beacon birch bramble brook cedar clover comet cove crane delta
  dune eddy elm falcon fern finch fjord garden glade grove harbour heron hill inlet island ivy jetty juniper
  kestrel lagoon lantern lark lily linden maple marten meadow moss oak orchard otter pebble pine plover pond
  reed river robin rowan sparrow spring thrush valley walnut willow wren yarrow
`);

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
