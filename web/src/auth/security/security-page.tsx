import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { Page } from '#platform/ui/page.tsx'
import { ProviderLinksCard } from '../providers/provider-links-card.tsx'
import { strongLoginQuery } from './api.ts'
import { OwnLoginsCard } from './logins-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordRemovalCard } from './password-removal-card.tsx'
import { RecoveryCard } from './recovery-card.tsx'
import { RecoveryDialog } from './recovery-dialog.tsx'
import { RequiredCard } from './required-card.tsx'
import { TotpCard } from './totp-card.tsx'
import classes from './security.module.css'

/** How a member logs in, and when they did. */
const SecurityPage = () => {
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null)
  return (
    <Page query={useQuery(strongLoginQuery)}>
      {(login) => {
        const isSetUp = login.passkeys.length > 0 || login.hasTotp
        return (
          <div className={classes.columns}>
            {login.isRequired ? <RequiredCard login={login} /> : null}
            <PasskeysCard login={login} onNewCodes={setNewCodes} />
            <TotpCard hasTotp={login.hasTotp} onNewCodes={setNewCodes} />
            {isSetUp ? <RecoveryCard left={login.recoveryCodes} onNewCodes={setNewCodes} /> : null}
            {login.passkeys.length > 0 ? <PasswordRemovalCard hasPassword={login.hasPassword} /> : null}
            <ProviderLinksCard />
            <OwnLoginsCard />
            {newCodes ? <RecoveryDialog codes={newCodes} onClose={() => setNewCodes(null)} /> : null}
          </div>
        )
      }}
    </Page>
  )
}

export const Route = createFileRoute('/account/security')({
  component: SecurityPage,
  // Few open the page, so its words come with it.
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(strongLoginQuery)
    const { securityText } = await import('./text.ts')
    addTexts({ auth: securityText })
  },
  staticData: {
    title: 'auth:titleSecurity',
    name: 'security',
    loggedIn: true,
    backButton: '/account/profile',
  },
})
