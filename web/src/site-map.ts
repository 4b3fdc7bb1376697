import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Every address of the portal and the screen that answers it; anything else is the 404 screen of root.tsx. */
export const routes = rootRoute('root.tsx', [
  index('auth/home-page.tsx'),
  route('/login', 'auth/login-page.tsx'),
  route('/login/link/$linkToken', 'auth/login-link-page.tsx'),
  route('/register', 'auth/register-page.tsx'),
  route('/registersuccess', 'auth/registered-page.tsx'),
  route('/profile/password/reset/$resetToken', 'auth/reset-page.tsx'),
  route('/profile/email/$verifyToken/verify', 'auth/verify-page.tsx'),
  route('/invitation/$token', 'auth/invitation-page.tsx'),
  route('/setup/$setupToken', 'auth/setup-page.tsx'),
  route('/kiosk', 'kiosks/kiosk-page.tsx'),
  route('/logout', 'auth/logout-page.tsx'),
  route('/unsubscribe/$token', 'profile/unsubscribe-page.tsx'),

  route('/dashboard', 'home/dashboard-page.tsx'),
  route('/error/403', 'home/forbidden-page.tsx'),
  route('/error/403MemberOnly', 'home/member-only-page.tsx'),
  route('/error/404', 'home/not-found-page.tsx'),

  route('/account/profile', 'profile/profile-page.tsx'),
  route('/account/access', 'access/access-page.tsx'),
  route('/tools/swipes/recent', 'access/swipes-page.tsx'),
  route('/tools/swipes/lastseen', 'visits/last-seen-page.tsx'),

  route('/manage/members', 'members/list/members-page.tsx'),
  route('/manage/members/$memberId', 'members/detail/member-page.tsx'),
  route('/manage/members/bulk', 'members/list/bulk-actions-page.tsx'),
  route('/manage/devices', 'devices/devices-page.tsx'),
  route('/manage/devices/keys', 'api-keys/keys-page.tsx'),
  route('/manage/devices/doors/$deviceId', 'devices/door-page.tsx'),
  route('/manage/devices/interlocks/$deviceId', 'devices/interlock-page.tsx'),
  route('/manage/devices/memberbucks/$deviceId', 'devices/memberbucks-page.tsx'),
  route('/manage/devices/products', 'vending/products-page.tsx'),
  route('/manage/kiosks', 'kiosks/kiosks-page.tsx'),
  route('/manage/audit', 'audit/audit-page.tsx'),
  route('/manage/messages', 'messages/messages-page.tsx'),
  route('/manage/retention', 'retention/retention-page.tsx'),
  route('/account/digital-id', 'profile/digital-id-page.tsx'),
  route('/verify/$token', 'profile/verification-page.tsx'),
  route('/manage/settings', 'settings/settings-page.tsx'),
])
