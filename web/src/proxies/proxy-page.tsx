import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { OwnProxies, ProxyDetails } from '@spacekeeper/contract/proxies/shapes.ts'
import { IconUserShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { getBlankForm, ownProxiesQuery } from './api.ts'
import { ProxiesList } from './proxies-list.tsx'
import { ProxyDialog } from './proxy-dialog.tsx'

/** What the member holds and has given, and the way to give one. */
const ProxyPage = () => {
  const { t } = useTranslation('proxies')
  const query = useQuery(ownProxiesQuery)
  return (
    <Stack gap="md" maw={720}>
      <Text c="dimmed">{t('intro')}</Text>
      <Page
        query={query}
        isEmpty={({ given, held, meetings }) => given.length + held.length + meetings.length === 0}
        empty={<Empty title={t('noMeetings')} text={t('noMeetingsText')} />}
      >
        {(own) => (
          <>
            {own.held.length > 0 ? <Held proxies={own.held} /> : null}
            <Given own={own} />
          </>
        )}
      </Page>
    </Stack>
  )
}

const Section = ({ heading, children }: { heading: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack gap="md">
        <Title order={2} id={id}>
          {heading}
        </Title>
        {children}
      </Stack>
    </Card>
  )
}

const Held = ({ proxies }: { proxies: readonly ProxyDetails[] }) => {
  const { t } = useTranslation('proxies')
  return (
    <Section heading={t('heldHeading')}>
      <ProxiesList proxies={proxies} />
    </Section>
  )
}

/** For which meetings a proxy can be given until when, and why not for the others. */
const Chances = ({ meetings }: { meetings: OwnProxies['meetings'] }) => {
  const { t } = useTranslation('proxies')
  return (
    <Stack gap={2}>
      {meetings.map(({ id, title, closesAt, refusal }) => (
        <Text key={id} size="sm" c="dimmed">
          {refusal === null
            ? t('givenUntil', { meeting: title, until: formatMoment(closesAt) })
            : t('refusedFor', { meeting: title, reason: refusal })}
        </Text>
      ))}
    </Stack>
  )
}

const Given = ({ own }: { own: OwnProxies }) => {
  const { t } = useTranslation('proxies')
  const [isGiving, setGiving] = useState(false)
  const isKiosk = useIsKiosk()
  const { given, meetings } = own
  const first = meetings.find(({ refusal }) => refusal === null)
  return (
    <Section heading={t('givenHeading')}>
      {given.length > 0 ? <ProxiesList proxies={given} /> : <Text>{t('givenEmpty')}</Text>}
      <Chances meetings={meetings} />
      {first ? (
        <Group gap="xs">
          <Button onClick={() => setGiving(true)}>{t('give')}</Button>
          {isKiosk ? null : (
            <DownloadButton label={t('printBlank')} load={() => getBlankForm({ meetingId: first.id })} />
          )}
        </Group>
      ) : null}
      {isGiving ? <ProxyDialog own={own} onClose={() => setGiving(false)} /> : null}
    </Section>
  )
}

export const Route = createFileRoute('/tools/proxy')({
  component: ProxyPage,
  loader: ({ context }) => void context.queryClient.prefetchQuery(ownProxiesQuery),
  staticData: {
    title: 'proxies:titleProxies',
    name: 'proxy',
    loggedIn: true,
    memberOnly: true,
    kiosk: true,
    feature: 'enableProxyVoting',
    menu: { group: 'tools', icon: IconUserShare, order: 20 },
  },
})
