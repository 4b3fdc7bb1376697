import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { OwnVisitor } from '@spacekeeper/contract/visitors/shapes.ts'
import { IconWalk } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { formatSince } from '#platform/i18n/format.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { standingOf } from '../access/standings.ts'
import { ownVisitorsQuery } from './api.ts'
import { ExpectDialog } from './expect-dialog.tsx'
import { ExpectedRow } from './expected-row.tsx'
import { SignOutButton } from './sign-out-field.tsx'
import { VisitorLabelDialog } from './visitor-label-dialog.tsx'
import rows from '#platform/ui/list-rows.module.css'

/** The member's visitors: who is here, and who is expected. */
const OwnVisitorsPage = () => {
  const { t } = useTranslation('visitors')
  const profile = useProfile()
  const [isExpecting, setExpecting] = useState(false)
  const expect =
    profile !== null && standingOf(profile) === 'active' ? (
      <Button leftSection={<IconWalk size={16} aria-hidden />} onClick={() => setExpecting(true)}>
        {t('expect')}
      </Button>
    ) : null
  return (
    <Stack gap="md">
      <Page
        query={useQuery(ownVisitorsQuery)}
        isEmpty={({ here, expected }) => here.length + expected.length === 0}
        empty={<Empty title={t('ownEmptyTitle')} text={t('ownEmptyText')} action={expect} />}
      >
        {({ here, expected }) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text c="dimmed" maw={640}>
                {t('ownIntro')}
              </Text>
              {expect}
            </Group>
            <Card component="section">
              <Title order={2}>{t('hereHeading')}</Title>
              {here.length === 0 ? <Text c="dimmed">{t('noneHere')}</Text> : null}
              <ul className={rows.list}>
                {here.map((visitor) => (
                  <HereRow key={visitor.id} visitor={visitor} />
                ))}
              </ul>
            </Card>
            <Card component="section">
              <Title order={2}>{t('expectedHeading')}</Title>
              {expected.length === 0 ? <Text c="dimmed">{t('noneExpected')}</Text> : null}
              <ul className={rows.list}>
                {expected.map((visitor) => (
                  <ExpectedRow key={visitor.id} of={visitor} />
                ))}
              </ul>
            </Card>
          </>
        )}
      </Page>
      {isExpecting ? <ExpectDialog onClose={() => setExpecting(false)} /> : null}
    </Stack>
  )
}

const HereRow = ({ visitor: { id, code, name, arrivedAt } }: { visitor: OwnVisitor }) => {
  const { t } = useTranslation('visitors')
  const [isPrinting, setPrinting] = useState(false)
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <span>{name}</span>
        <Text component="span" size="sm" c="dimmed">
          {arrivedAt === null ? '' : t('since', { time: formatSince(arrivedAt) })}
        </Text>
      </span>
      <Group gap="xs">
        <Button size="xs" variant="default" aria-label={t('printLabelOf', { name })} onClick={() => setPrinting(true)}>
          {t('printLabel')}
        </Button>
        <SignOutButton visitorId={id} name={name} />
      </Group>
      {isPrinting ? <VisitorLabelDialog code={code} name={name} onClose={() => setPrinting(false)} /> : null}
    </li>
  )
}

export const Route = createFileRoute('/account/visitors')({
  component: OwnVisitorsPage,
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(ownVisitorsQuery)
    const [{ visitorsText }, { ownVisitorsText }] = await Promise.all([import('./text.ts'), import('./host-text.ts')])
    addTexts({ visitors: { ...visitorsText, ...ownVisitorsText } })
  },
  staticData: {
    title: 'visitors:titleOwn',
    loggedIn: true,
    feature: 'enableVisitors',
    menu: { group: 'tools', icon: IconWalk, order: 45 },
  },
})
