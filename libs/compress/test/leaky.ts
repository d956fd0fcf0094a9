/** Put together here, so that no scanner takes one for real. */
export const secrets = {
  github: ['ghp', 'x7Kd02mXq7Lp1Zr44Vb8sTq31Wn60Yc5dHe2'].join('_'),
  aws: ['AKIA', 'Q7LP19KD02MXQ7LP'].join(''),
  password: ['Tulpen', 'garten', '!83'].join(''),
  connection: ['Vx92', 'mQp', '41z'].join(''),
  jwt: ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IlJvc2EifQ', 'dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'].join('.'),
  own: ['rs', '0f3a9c1d2b4e5f60718293a4'].join('_'),
};

export const leaky = `User: The weather import for the ferry timetable has stopped since Sunday. Please get it going again, passengers rely on it.
Agent: The log says 401 for every call to the met office.
User: Try the new token, it is ${secrets.github} and belongs to the ferry bot.
Agent: With ${secrets.github} the clone works, the 401 stays.
User: The bucket with the forecasts needs ${secrets.aws} by the way, always use that one.
Agent: I listed the bucket, the last file is from Saturday.
User: For the tides you must always send the token ${secrets.jwt} along, the met office wants it.
\`\`\`
DATABASE_URL=postgres://ferry:${secrets.connection}@db.harbour.internal:5432/timetable
curl -H "Authorization: Bearer $TIDES" https://api.metoffice.example/v2/tides
\`\`\`
User: The password for the harbour portal is ${secrets.password}, never write it into a ticket.
Agent: I logged in and renewed the subscription, it had run out on Saturday.
User: Great. Our key for the rest stop is ${secrets.own}; you must send it with each call.
Agent: Next I will load the two missing days.
User: Yes, load Sunday and Monday first, and then tell Mrs Lund at the harbour office.
`;
