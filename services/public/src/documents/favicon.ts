/** A window at night with a light in it. */
export const faviconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#1f3a34"/>
<path d="M7 25V13l9-7 9 7v12z" fill="#f6f1e5"/>
<rect x="13" y="15" width="6" height="10" fill="#d98a2b"/>
</svg>
`;
