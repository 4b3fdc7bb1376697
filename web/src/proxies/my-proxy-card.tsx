import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { isActiveMember } from '#platform/shell/guard.ts'
import { ownProxiesQuery } from './api.ts'
import { ProxiesList } from './proxies-list.tsx'
import { ProxyDialog } from './proxy-dialog.tsx'

/**
 * On the page of a meeting: which member votes for the reader there, and for which members they vote. Here members also
 * end what they gave or hold once the page of proxies is closed to them.
 */
export const MyProxyCard = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('proxies')
  const { enableProxyVoting: isOn } = useSite().features
  const { data: own } = useQuery({ ...ownProxiesQuery, enabled: isOn })
  const [isGiving, setGiving] = useState(false)
  const isActive = isActiveMember(useProfile())
  const heading = useId()
  if (!isOn || !own) return null
  const chance = own.meetings.find(({ id }) => id === meetingId)
  const proxies = [...own.held, ...own.given].filter(({ meeting }) => meeting.id === meetingId)
  if (!chance && proxies.length === 0) return null
  return (
    <Card component="section" aria-labelledby={heading}>
      <Stack gap="md">
        <Title order={2} id={heading}>
          {t('cardHeading')}
        </Title>
        {proxies.length > 0 ? <ProxiesList proxies={proxies} /> : null}
        {chance ? (
          <Text c="dimmed" size="sm">
            {chance.refusal ?? t('cardHint')}
          </Text>
        ) : null}
        <Group gap="md">
          {chance?.refusal === null ? <Button onClick={() => setGiving(true)}>{t('give')}</Button> : null}
          {isActive ? (
            <Anchor inherit component={Link} to="/tools/proxy" underline="always">
              {t('openProxies')}
            </Anchor>
          ) : null}
        </Group>
      </Stack>
      {isGiving ? <ProxyDialog own={own} meetingId={meetingId} onClose={() => setGiving(false)} /> : null}
    </Card>
  )
}
