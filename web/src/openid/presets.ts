import { siteNeeds } from '@spacekeeper/contract/openid/site-needs.ts'
import type { SiteKind } from '@spacekeeper/contract/openid/words.ts'

const paths: Record<SiteKind, { redirect: string; backchannel?: string }> = {
  mediawiki: { redirect: '/index.php/Special:PluggableAuthLogin' },
  nextcloud: { redirect: '/apps/user_oidc/code', backchannel: '/apps/user_oidc/backchannel-logout/spacekeeper' },
  mattermost: { redirect: '/signup/openid/complete' },
  discourse: { redirect: '/auth/oidc/callback' },
  grafana: { redirect: '/login/generic_oauth' },
  outline: { redirect: '/auth/oidc.callback' },
  other: { redirect: '' },
}

/** What a site of this kind mostly needs, for the form to begin with. */
export const suggestionFor = (kind: SiteKind, address: string) => {
  const base = address.trim().replace(/\/+$/, '')
  const isReady = /^https?:\/\/[^/]+/.test(base)
  const { redirect, backchannel } = paths[kind]
  return {
    redirectUris: isReady && redirect !== '' ? base + redirect : '',
    backchannelUri: isReady && backchannel !== undefined ? base + backchannel : '',
    requiresPkce: siteNeeds[kind].hasChallenge,
    claimsInIdToken: siteNeeds[kind].readsIdToken,
  }
}

type SiteFacts = { kind: SiteKind; clientId: string; issuer: string; address: string; secret: string }

const texts: Record<Exclude<SiteKind, 'other'>, (facts: SiteFacts) => string> = {
  mediawiki: ({ issuer, clientId, secret }) => `wfLoadExtension( 'PluggableAuth' );
wfLoadExtension( 'OpenIDConnect' );
$wgPluggableAuth_Config['Log in with your account'] = [
  'plugin' => 'OpenIDConnect',
  'data' => [
    'providerURL' => '${issuer}',
    'clientID' => '${clientId}',
    'clientsecret' => '${secret}',
    'scope' => [ ${siteNeeds.mediawiki.scopes.replaceAll(/\S+/g, `'$&'`).replaceAll(' ', ', ')} ],
  ],
];`,
  nextcloud: ({ issuer, clientId, secret }) => `php occ user_oidc:provider spacekeeper \\
  --clientid='${clientId}' --clientsecret='${secret}' \\
  --discoveryuri='${issuer}/.well-known/openid-configuration' \\
  --scope='${siteNeeds.nextcloud.scopes}' --mapping-uid=sub \\
  --mapping-groups=groups --group-provisioning=1`,
  mattermost: ({ issuer, clientId, secret }) => `"OpenIdSettings": {
  "Enable": true,
  "Id": "${clientId}",
  "Secret": "${secret}",
  "Scope": "${siteNeeds.mattermost.scopes}",
  "DiscoveryEndpoint": "${issuer}/.well-known/openid-configuration"
}`,
  discourse: ({ issuer, clientId, secret }) => `openid_connect_enabled: true
openid_connect_discovery_document: ${issuer}/.well-known/openid-configuration
openid_connect_client_id: ${clientId}
openid_connect_client_secret: ${secret}
openid_connect_authorize_scope: ${siteNeeds.discourse.scopes}`,
  grafana: ({ issuer, clientId, secret }) => `[auth.generic_oauth]
enabled = true
name = Account here
client_id = ${clientId}
client_secret = ${secret}
scopes = ${siteNeeds.grafana.scopes}
auth_url = ${issuer}/authorize
token_url = ${issuer}/token
api_url = ${issuer}/userinfo
use_pkce = true
use_refresh_token = true
role_attribute_path = contains(groups[*], 'admin') && 'Admin' || 'Viewer'`,
  outline: ({ issuer, clientId, secret }) => `OIDC_CLIENT_ID=${clientId}
OIDC_CLIENT_SECRET=${secret}
OIDC_AUTH_URI=${issuer}/authorize
OIDC_TOKEN_URI=${issuer}/token
OIDC_USERINFO_URI=${issuer}/userinfo
OIDC_LOGOUT_URI=${issuer}/end-session
OIDC_USERNAME_CLAIM=preferred_username
OIDC_DISPLAY_NAME=Account here
OIDC_SCOPES=${siteNeeds.outline.scopes}`,
}

/** What to type in at a site of this kind; null where the portal does not know it. */
export const settingsFor = (facts: SiteFacts): string | null =>
  facts.kind === 'other' ? null : texts[facts.kind](facts)
