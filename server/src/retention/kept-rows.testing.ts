const closedMember = (at: string) => `insert into members
  (email, first_name, last_name, screen_name, membership_state, registered_at, closed_at, suspended_at, suspension_reason)
  values (gen_random_uuid() || '@closed.invalid', 'F', 'M', left(gen_random_uuid()::text, 30), 'inactive', ${at}, ${at}, ${at}, 'why')`
const use = (at: string, cents: number) => `insert into interlock_sessions
  (id, device_id, member_id, started_at, last_heard_at, ended_at, end_reason, cost_cents, cost_per_session_cents,
   cost_per_hour_cents, cost_per_kwh_cents) values (gen_random_uuid(), $device, $member, ${at}, ${at}, ${at}, 'card', ${cents}, 0, 0, 0)`
export const anOldEvent = (at: string, name: string) =>
  `insert into audit_events (at, event, actor_kind) values (${at}, '${name}', 'system')`
const message = (at: string) => `insert into messages (template, recipient, subject, text, state, created_at)
  values ('t', 'a@example.org', 'T', 'words', 'sent', ${at})`
const token = `decode(md5(random()::text) || md5(random()::text), 'hex')`

/** A row of each kind with its time, and how those that are left are counted. */
export const keptRows: Record<string, [row: (at: string) => string, left: string]> = {
  swipes: [
    (at) => `insert into swipes (device_id, member_id, outcome, swiped_at) values ($device, $member, 'granted', ${at})`,
    'swipes where member_id is not null',
  ],
  unknownCards: [
    (at) => `insert into swipes (device_id, card_number, outcome, refusal, swiped_at)
      values ($device, '77', 'refused', 'unknownCard', ${at})`,
    'swipes where member_id is null',
  ],
  figures: [
    (at) => `insert into figures (hour, collected_at, data) values (date_trunc('hour', ${at}, 'UTC'), ${at}, '{}')`,
    "figures where data = '{}'",
  ],
  onSiteCounts: [
    (at) => `insert into on_site_counts (hour, members) values (date_trunc('hour', ${at}, 'UTC'), 7)`,
    'on_site_counts where members = 7',
  ],
  hourlyFigures: [
    // Two of one day, so not around midnight.
    (at) => `insert into figures (hour, collected_at, data)
      select hour + n * interval '1 hour', ${at}, json_build_object('n', n)
      from (select date_trunc('hour', ${at} - case when extract(hour from ${at} at time zone 'UTC') = 23
        then interval '1 hour' else interval '0' end, 'UTC') as hour) t, generate_series(0, 1) n`,
    "figures where data ->> 'n' = '0'",
  ],
  openings: [
    (at) => `insert into openings (member_id, starts_at, ends_at, created_at)
      values ($member, ${at} - interval '1 hour', ${at}, ${at})`,
    'openings',
  ],
  openingNews: [
    (at) => `insert into opening_news_recipients (news, member_id, told_at) values (gen_random_uuid(), $member, ${at})`,
    'opening_news_recipients',
  ],
  pushNotices: [(at) => `insert into push_notices values (default, '', '', '/', '', true, ${at})`, 'push_notices'],
  passkeyChallenges: [
    (at) => `insert into passkey_challenges (challenge_hash, purpose, expires_at) values (${token}, 'logIn', ${at})`,
    'passkey_challenges',
  ],
  providerAttempts: [
    (at) => `with provider as (
        insert into login_providers (name, issuer, client_id, secret_sealed, scopes, allows_private, may_register, is_on,
          created_at)
        values (md5(random()::text), 'https://example.org', 'portal', '', 'openid', false, false, true, ${at}) returning id)
      insert into provider_attempts (state_hash, provider_id, purpose, browser_hash, sealed, expires_at)
      select ${token}, id, 'logIn', ${token}, '', ${at} from provider`,
    'provider_attempts',
  ],
  visits: [
    (at) => `insert into visits (member_id, signed_in_at, signed_out_at) values ($member, ${at}, ${at})`,
    'visits',
  ],
  visitors: [
    (at) => `insert into visitors (code, name, created_at, arrived_at, left_at)
      values (translate(left(md5(random()::text), 12), '01', '89'), 'Robin', ${at}, ${at}, ${at})`,
    'visitors where left_at is not null',
  ],
  announcedVisitors: [
    (at) => `insert into visitors (code, name, created_at, expected_on)
      values (translate(left(md5(random()::text), 12), '01', '89'), 'Robin', ${at}, '2026-01-01')`,
    'visitors where arrived_at is null',
  ],
  webcamPictures: [
    (at) => `insert into webcam_pictures (camera_hash, content, taken_at) values (md5(random()::text), 'x', ${at})`,
    'webcam_pictures',
  ],
  tickets: [
    (at) => `insert into tickets (kind, member_id, what, created_at, removed_at)
      values ('box', $member, 'Crate', ${at}, ${at})`,
    'tickets where removed_at is not null',
  ],
  webhookDeliveries: [
    (at) => `with receiver as (
        insert into webhook_receivers (name, address, kinds, secret_sealed, created_at, listens_since)
        values ('Wiki', 'https://example.org', '{visits}', '', ${at}, ${at}) returning id)
      insert into webhook_deliveries (receiver_id, event, state, created_at, settled_at)
      select id, 'webhook.test', 'delivered', ${at}, ${at} from receiver`,
    'webhook_deliveries',
  ],
  proxies: [
    (at) => `with meeting as (
        insert into meetings (type, starts_at, created_at) values ('general', ${at}, ${at}) returning id)
      insert into proxies (meeting_id, member_id, member_city, holder_id, holder_city, created_at)
      select id, $member, 'Ipswich', $member + 1, 'Ipswich', ${at} from meeting`,
    'proxies',
  ],
  meetingLetters: [
    (at) =>
      `insert into meeting_letters (kind, facts, created_at, finished_at) values ('reminder', '{}', ${at}, ${at})`,
    'meeting_letters',
  ],
  issuePhotos: [
    (at) => `with report as (
        insert into issue_reports (title, state, reported_at, done_at) values ('Saw', 'done', ${at}, ${at}) returning id)
      insert into issue_pictures (report_id, member_id, media_type, content, width, height, added_at)
      select id, $member, 'image/png', '', 1, 1, ${at} from report`,
    'issue_pictures where report_id is not null',
  ],
  looseIssuePhotos: [
    (at) => `insert into issue_pictures (member_id, media_type, content, width, height, added_at)
      values ($member, 'image/png', '', 1, 1, ${at})`,
    'issue_pictures where report_id is null',
  ],
  uses: [(at) => use(at, 0), 'interlock_sessions where cost_cents = 0'],
  paidUses: [(at) => use(at, 5), 'interlock_sessions where cost_cents > 0'],
  connections: [
    (at) => `insert into device_connections (id, device_id, connected_at, disconnected_at, reason)
      values (gen_random_uuid(), $device, ${at}, ${at}, 'closed')`,
    'device_connections',
  ],
  stripeEvents: [
    (at) => `insert into stripe_events (id, type, object_kind, object_id, created_at, received_at, handled_at, outcome)
      values (gen_random_uuid()::text, 'invoice.paid', 'invoice', 'in_1', ${at}, ${at}, ${at}, 'synced')`,
    'stripe_events',
  ],
  stripeReconciliations: [
    (at) => `insert into stripe_reconciliations (began_at) values (${at})`,
    'stripe_reconciliations',
  ],
  messageTexts: [message, 'messages where text is not null'],
  messages: [message, 'messages'],
  mailings: [
    (at) => `insert into mailings (key, subject, text, started_at, started_by, concerns_membership, left_out)
      values (gen_random_uuid(), 's', 't', ${at}, $member, false, 0)`,
    'mailings',
  ],
  sessions: [
    (at) => `insert into sessions (member_id, token_hash, created_at, last_used_at, expires_at, ip_address)
      values ($member, ${token}, ${at}, ${at}, ${at}, '::1')`,
    'sessions',
  ],
  appTokens: [
    (at) => `with login as (insert into sessions (member_id, app_name, created_at, last_used_at, expires_at, ip_address)
        values ($member, 'Phone', now(), now(), now() + interval '1 year', '::1') returning id)
      insert into app_tokens (session_id, kind, token_hash, created_at, expires_at)
      select id, 'refresh', ${token}, ${at}, ${at} from login`,
    'app_tokens',
  ],
  endedSessions: [
    (at) => `insert into ended_sessions (token_hash, reason, ended_at) values (${token}, 'endedElsewhere', ${at})`,
    'ended_sessions',
  ],
  knownBrowsers: [
    (at) => `insert into known_browsers (member_id, token_hash, logged_in_at) values ($member, ${token}, ${at})`,
    'known_browsers',
  ],
  emailLinks: [
    (at) => `insert into email_links (member_id, purpose, token_hash, created_at, expires_at)
      values ($member, 'resetPassword', ${token}, ${at}, ${at})`,
    'email_links',
  ],
  emailChanges: [
    (at) => `insert into email_changes (member_id, from_email, to_email, asked_at)
      select id, 'a@b.co', 'b@b.co', ${at} from members where id not in (select member_id from email_changes) limit 1`,
    'email_changes',
  ],
  rateLimits: [
    (at) =>
      `insert into rate_limits (key, points, expire) values (gen_random_uuid(), 1, extract(epoch from ${at}) * 1000)`,
    'rate_limits',
  ],
  unauthorisedKiosks: [
    (at) => `insert into kiosks (name, screen_id, claim_hash, pairing_code, ip_address, registered_at, last_seen_at)
      values ('K', 'k', ${token}, '123456', '::1', ${at}, ${at})`,
    'kiosks',
  ],
  pendingDevices: [
    (at) => `insert into pending_devices (serial, kind, ip_address, first_seen_at, last_seen_at)
      values (gen_random_uuid(), 'door', '::1', ${at}, ${at})`,
    'pending_devices',
  ],
  saleAnswers: [
    (at) => `with e as (
        insert into ledger_entries (member_id, at, amount_cents, balance_cents, type, source, contra_account, actor_kind)
        values ($member, ${at}, 1, 0, 'card', 'device', 'cash', 'system') returning id
      ), p as (
        insert into purchases (device_id, member_id, kind, amount_cents, purchased_at, ledger_entry_id)
        select $device, $member, 'credit', 1, ${at}, id from e returning id
      ) insert into sale_answers (purchase_id, device_id, request_id, sold_at)
        select id, $device, gen_random_uuid(), ${at} from p`,
    'sale_answers',
  ],
  quizAttempts: [
    (
      at,
    ) => `with c as (insert into certificates (name, created_at) values (gen_random_uuid()::text, ${at}) returning id)
      insert into quiz_attempts (certificate_id, member_id, at, percent, is_passed) select id, $member, ${at}, 50, false from c`,
    'quiz_attempts',
  ],
  bankLines: [
    // A statement knows days, so half a day is taken off for the clock of the test.
    (
      at,
    ) => `with i as (insert into bank_imports (file_name, format, added, known, at) values ('f', 'csv', 1, 0, ${at}) returning id)
      insert into bank_lines (import_id, account, identity, format, booked_on, amount_cents, currency, text, payer_name,
          payer_account, bank_reference, end_to_end, return_reason, state, reason)
        select id, 'OWN', ${token}, 'csv', (${at} - interval '12 hours')::date, 1, 'AUD', 't', 'n', 'a', '', '', '',
          'setAside', 'R' from i`,
    "bank_lines where text <> ''",
  ],
  mandates: [
    (
      at,
    ) => `insert into bank_mandates (member_id, scheme, reference, holder, sealed_account, account_end, text, signed_at, revoked_at)
      values ($member, 'sepa', upper(md5(random()::text)), 'H', 'x', '1', 't', ${at}, ${at})`,
    'bank_mandates where sealed_account is not null',
  ],
  concessionProofs: [
    (at) => `insert into concessions (member_id, reason, percent, state, proof, proof_media_type, asked_at, decided_at)
      values ($member, 'R', 30, 'declined', 'x', 'application/pdf', ${at}, ${at})`,
    'concessions where proof is not null',
  ],
  householdInvitations: [
    (at) => `with t as (insert into tiers (name) values (${token}) returning id),
      p as (insert into plans (tier_id, name, currency, cost_cents, interval, collectors)
        select id, 'P', 'AUD', 1, 'month', array['bank'] from t returning id),
      s as (insert into subscriptions (member_id, plan_id, state, collector, cost_cents, currency, interval_count,
          interval, started_on, anchor_on, charged_through, paid_through, created_at, ended_at)
        select $member, id, 'ended', 'bank', 1, 'AUD', 1, 'month', '2020-01-01', '2020-01-01', '2020-01-01',
          '2020-01-01', ${at}, ${at} from p returning id)
      insert into household_invitations (subscription_id, email, role, invited_at) select id, 'a@b.co', 'adult', ${at} from s`,
    'household_invitations',
  ],
  applications: [
    (at) => `insert into applications (member_id, spell, state, submitted_at, decided_at)
      values ($member, 1, 'withdrawn', ${at}, ${at})`,
    'applications',
  ],
  guardianRequests: [
    (
      at,
    ) => `insert into guardian_requests (member_id, guardian_name, guardian_email, token_hash, asked_at, expires_at, ended_at)
      values ($member, 'G', 'g@b.co', ${token}, ${at}, ${at}, ${at})`,
    'guardian_requests',
  ],
  signatures: [
    (at) => `with a as (insert into agreements (required_of, created_at) values ('everyone', ${at}) returning id),
      v as (insert into agreement_versions (agreement_id, number, title, text, text_hash, in_force_from, created_at)
        select id, 1, 't', 't', ${token}, '2020-01-01', ${at} from a returning id)
      insert into agreement_signatures (version_id, member_id, signed_name, signed_at, text_hash, member_left_at)
        select id, $member, 'N', ${at}, ${token}, ${at} from v`,
    'agreement_signatures',
  ],
  leavings: [
    (at) => `insert into leavings (member_id, spell, reason, ended_on, started_at, state, returned_at)
      values ($member, 1, 'planEnded', '2020-01-01', ${at}, 'running', ${at})`,
    'leavings',
  ],
  refundAccounts: [
    (at) => `insert into balance_refunds (member_id, amount_cents, account_name, sealed_account, account_end, state,
        asked_at, decided_at)
      values ($member, 100, 'N', 'x', '5678', 'declined', ${at}, ${at})`,
    "balance_refunds where state = 'declined' and sealed_account is not null",
  ],
  undecidedRefunds: [
    (at) => `with m as (insert into members (email, first_name, last_name, screen_name, registered_at)
        values (gen_random_uuid() || '@example.org', 'F', 'M', left(gen_random_uuid()::text, 30), ${at}) returning id)
      insert into balance_refunds (member_id, amount_cents, account_name, sealed_account, account_end, asked_at)
      select id, 100, 'N', 'x', '5678', ${at} from m`,
    "balance_refunds where state = 'asked'",
  ],
  siteLogins: [
    (at) => `with c as (insert into openid_clients (client_id, name, kind, address, secret_hash, requires_pkce,
        redirect_uris, logout_uris, is_trusted, may_refresh, claims_in_id_token, states, created_at)
      values (md5(random()::text), md5(random()::text), 'other', 'https://a.example.org', ${token}, true,
        '{https://a.example.org}', '{}', false, true, false, '{active}', ${at}) returning id)
      insert into openid_logins (member_id, client_id, scopes, consented_at, last_used_at, password_mark)
      select $member, id, '{}', ${at}, ${at}, '' from c`,
    'openid_logins',
  ],
  walletPasses: [
    (at) => `insert into wallet_passes (member_id, kind, serial, created_at, mark, changed_at, valid_until, ended_at)
      values ($member, 'apple', left(md5(random()::text), 22), ${at}, 'void', ${at}, ${at}, ${at})`,
    'wallet_passes',
  ],
  siteTokens: [
    (at) => `insert into openid_records (kind, id_hash, payload, expires_at) values ('Grant', ${token}, 'x', ${at})`,
    'openid_records',
  ],
  bulkActions: [(at) => `insert into bulk_actions (kind, at, member_count) values ('grant', ${at}, 1)`, 'bulk_actions'],
  logins: [(at) => anOldEvent(at, 'account.loggedIn'), "audit_events where event = 'account.loggedIn'"],
  audit: [(at) => anOldEvent(at, 'member.suspended'), "audit_events where event = 'member.suspended'"],
  moneyAudit: [(at) => anOldEvent(at, 'memberbucks.booked'), "audit_events where event = 'memberbucks.booked'"],
  closedSuspensions: [closedMember, "members where closed_at is not null and suspension_reason <> ''"],
}
