/** What a review must not be able to do: `pwned` is set, or a dialog opened, by whatever of it runs. */
export const hostileBodies: readonly string[] = [
  '<script>window.pwned=1</script>',
  '<ScRiPt >window.pwned=1</sCrIpT >',
  '</blockquote></li></ul></section><script>window.pwned=1</script>',
  '<img src=x onerror=window.pwned=1>',
  '<img/src=x/onerror=alert(1)//',
  '"><svg/onload=window.pwned=1>',
  "'><svg><animate onbegin=window.pwned=1 attributeName=x>",
  '<body onload=alert(1)><iframe srcdoc="<script>parent.pwned=1</script>">',
  '<a href="javascript:window.pwned=1">click</a> <a href=" java\tscript:alert(1)">click</a>',
  '<details open ontoggle=window.pwned=1><summary>x</summary></details>',
  '<style>*{display:none}</style><link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<base href=https://evil.example/><form action=//evil.example><input name=x autofocus onfocus=alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=window.pwned=1>">',
  '<template><script>window.pwned=1</script></template><object data=javascript:alert(1)>',
  '<!--<img src="--><img src=x onerror=window.pwned=1//">',
  ']]><![CDATA[<script>window.pwned=1</script>]]>',
  '&lt;script&gt;window.pwned=1&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62;',
  '${window.pwned=1} {{constructor.constructor("window.pwned=1")()}} <%= 7*7 %>',
];

/** What must not break the layout. */
export const oddBodies: readonly string[] = [
  'w'.repeat(2_000),
  `https://example.com/${'path/'.repeat(300)}`,
  'שלום עולם (one bracket, and more text in another direction after it',
  'שלום, this goes on in English, مرحبا, and ends here: 12-34 (56',
  'مرحبا بالعالم هذا نص من اليمين إلى اليسار',
  'می\u200cخواهم, joined\u200dby nothing and\u00a0held\u00a0together',
  `Z${'\u0335\u0321\u0322\u031b'.repeat(80)}algo rises and falls`,
  '👩‍👩‍👧‍👦'.repeat(120),
  '𒐫'.repeat(200),
  `many lines${' \n.'.repeat(200)}end`,
];
