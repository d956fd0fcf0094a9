/** The secrets that docker-compose.yml and deploy/ name so that a machine of one's own needs none: everybody knows them. */
export const knownSecrets: readonly string[] = [
  'only-for-this-machine-change-it-before-others-come',
  'only-for-this-machine-identity-change-it-first',
  'only-for-this-machine-stay-change-it-first',
  'only-for-this-machine-public-change-it-first',
  'only-for-this-machine-another-one-that-must-change',
  'SUACN4KTU35UPPWK5UZQKSCRP7VQQU22RHWHOT74M3WMEWQLVNJ355TYLA',
  'SUABPQI2NRYGKS3AT3HHKYWIG3XVVXWOLOGXJCPKSB52JB265Z2YFX7SLQ',
  'SUANTQVB37XIJMFPQEYEQ4N5BOCV743MGEIJZKDLH6VQGAUABGIHY37Q7A',
  'SUALYPJK4RGHEDI7FFXYN5XAWLGWU3HXCWWTSI65BSWBFXIGYVQUHMAF5Q',
  'SUALVUV3NPDOFNAUUGGTDEQVI3UGHACCKNZMF5LUISHLCU6DSGCQ7VINNY',
];
