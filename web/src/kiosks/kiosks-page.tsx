import { Anchor, Stack, Text, Title } from '@mantine/core'
import type { Kiosk } from '@spacekeeper/contract/kiosks/shapes.ts'
import { IconDeviceTablet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { portalOrigin } from '#platform/api/transport.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { kiosksQuery, ownPinQuery } from './api.ts'
import { KioskRow } from './kiosk-row.tsx'
import { PendingRow } from './pending-row.tsx'
import classes from './kiosks.module.css'

const KiosksPage = () => {
  const { t } = useTranslation('kiosks')
  const isAdmin = useProfile()?.admin ?? false
  const address = `${portalOrigin()}/kiosk`
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('intro')}</Text>
      <Policy />
      <Page
        query={useQuery(kiosksQuery)}
        isEmpty={(kiosks) => kiosks.length === 0}
        empty={<Empty title={t('emptyTitle')} text={t('emptyText', { address })} />}
      >
        {(kiosks) => (
          <>
            <Pending isAdmin={isAdmin} kiosks={kiosks.filter(({ authorised }) => !authorised)} />
            <Authorised isAdmin={isAdmin} kiosks={kiosks.filter(({ authorised }) => authorised)} />
          </>
        )}
      </Page>
    </Stack>
  )
}

/** Whether a card alone is enough to log in, said where staff decide about kiosks. */
const Policy = () => {
  const { t } = useTranslation('kiosks')
  const profile = useProfile()
  const { data } = useQuery(ownPinQuery)
  if (!data) return null
  return (
    <Text size="sm">
      {t(data.isRequired ? 'pinPolicyOn' : 'pinPolicyOff')}{' '}
      {isStaffFor(profile, 'settings') ? (
        <Anchor component={Link} to="/manage/settings" hash="settings-features" inherit underline="always">
          {t('pinPolicyLink')}
        </Anchor>
      ) : null}
    </Text>
  )
}

type ListProps = { kiosks: readonly Kiosk[]; isAdmin: boolean }

const Pending = ({ kiosks, isAdmin }: ListProps) => {
  const { t } = useTranslation('kiosks')
  if (kiosks.length === 0) return null
  return (
    <section aria-labelledby="waiting">
      <Title order={2} id="waiting" mb="xs">
        {t('waiting')}
      </Title>
      <ul className={classes.list}>
        {kiosks.map((kiosk) => (
          <PendingRow key={kiosk.id} kiosk={kiosk} isAdmin={isAdmin} />
        ))}
      </ul>
    </section>
  )
}

const Authorised = ({ kiosks, isAdmin }: ListProps) => {
  const { t } = useTranslation('kiosks')
  if (kiosks.length === 0) return null
  return (
    <section aria-labelledby="authorised">
      <Title order={2} id="authorised" mb="xs">
        {t('authorisedOnes')}
      </Title>
      <ul className={classes.list}>
        {kiosks.map((kiosk) => (
          <KioskRow key={kiosk.id} kiosk={kiosk} isAdmin={isAdmin} />
        ))}
      </ul>
    </section>
  )
}

export const Route = createFileRoute('/manage/kiosks')({
  component: KiosksPage,
  staticData: {
    title: 'kiosks:titleKiosks',
    loggedIn: true,
    staff: 'devices',
    menu: { group: 'admin', icon: IconDeviceTablet, order: 50 },
  },
})
