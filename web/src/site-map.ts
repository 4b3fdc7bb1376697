import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Every address of the portal and the screen that answers it; anything else is the 404 screen of root.tsx. */
export const routes = rootRoute('root.tsx', [
  index('accounts/home-page.tsx'),
  route('/login', 'accounts/login-page.tsx'),
  route('/register', 'accounts/register-page.tsx'),
  route('/registersuccess', 'accounts/registered-page.tsx'),
  route('/profile/password/reset/$resetToken', 'accounts/reset-page.tsx'),
  route('/profile/email/$verifyToken/verify', 'accounts/verify-page.tsx'),
  route('/setup/$setupToken', 'accounts/setup-page.tsx'),
  route('/kiosk', 'kiosks/kiosk-page.tsx'),
  route('/logout', 'accounts/logout-page.tsx'),

  route('/dashboard', 'site/dashboard-page.tsx'),
  route('/error/403', 'site/forbidden-page.tsx'),
  route('/error/403MemberOnly', 'site/member-only-page.tsx'),
  route('/error/404', 'site/not-found-page.tsx'),

  route('/account/profile', 'profiles/profile-page.tsx'),
  route('/account/access', 'doors/access-page.tsx'),
  route('/tools/swipes/recent', 'doors/swipes-page.tsx'),
  route('/tools/swipes/lastseen', 'visits/last-seen-page.tsx'),

  route('/manage/members', 'rosters/members-page.tsx'),
  route('/manage/members/$memberId', 'members/member-page.tsx'),
  route('/manage/devices', 'devices/devices-page.tsx'),
  route('/manage/devices/keys', 'keys/keys-page.tsx'),
  route('/manage/devices/doors/$deviceId', 'devices/door-page.tsx'),
  route('/manage/devices/interlocks/$deviceId', 'devices/interlock-page.tsx'),
  route('/manage/devices/memberbucks/$deviceId', 'devices/memberbucks-page.tsx'),
  route('/manage/devices/products', 'vending/products-page.tsx'),
  route('/manage/kiosks', 'kiosks/kiosks-page.tsx'),
  route('/manage/audit', 'audits/audit-page.tsx'),
  route('/manage/messages', 'messages/messages-page.tsx'),
  route('/account/digital-id', 'identities/digital-id-page.tsx'),
  route('/verify/$token', 'identities/verification-page.tsx'),
  route('/manage/settings', 'site/settings-page.tsx'),
])
