-- The keys that erasure receipts were ever signed with. The public half stays for good, so that old receipts can be verified.
-- private_key (PKCS #8, base64) is there only for a key that this deployment made itself because none was configured.
create table identity.receipt_key (
  key_id text primary key,
  public_key text not null,
  private_key text,
  created_at timestamptz not null
);
