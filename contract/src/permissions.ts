/** What an administrator can let a member do beyond their own account. Administrators hold all of them. */
export const permissions = ['members', 'access', 'devices', 'money', 'meetings', 'settings'] as const

/** What each permission allows, for the administrator who grants it. `docs/guide/roles.md` is written from it. */
export const permissionMeanings: Record<(typeof permissions)[number], string> = {
  members:
    'Can view and edit members, their cards and emails, and close accounts, but not those of administrators or staff with more rights.',
  access: 'Can find members, choose which doors and machines they can use, and see why cards were refused.',
  devices: 'Can manage doors and machines: add, open, lock and restart them.',
  money: 'Can manage balances, payments and plans.',
  meetings: 'Can manage meetings and their proxies.',
  settings: 'Can change the site’s settings, but not its secrets or anything that could open another account.',
}
