import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core'
import type { MeetingProxies, MeetingProxy } from '@spacekeeper/contract/proxies/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { getBlankForm, meetingProxiesQuery } from './api.ts'
import { MeetingProxyRow } from './meeting-proxy-row.tsx'
import { PaperDialog } from './paper-dialog.tsx'
import { RemovalDialog } from './removal-dialog.tsx'
import classes from './proxies.module.css'

/** The proxies of a meeting, for staff. */
export const MeetingProxiesSheet = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('proxies')
  const query = useQuery(meetingProxiesQuery(meetingId))
  const [isRecording, setRecording] = useState(false)
  const [removed, setRemoved] = useState<MeetingProxy | null>(null)
  return (
    <Page query={query}>
      {(sheet) => (
        <Stack gap="md">
          {sheet.isFeatureOn ? null : <FeatureOff />}
          <Tools sheet={sheet} meetingId={meetingId} onRecord={() => setRecording(true)} />
          {sheet.proxies.length === 0 ? (
            <Empty title={t('sheetEmpty')} text={t('sheetEmptyText')} />
          ) : (
            <Card>
              <ul className={classes.sheet}>
                {sheet.proxies.map((proxy) => (
                  <MeetingProxyRow
                    key={proxy.id}
                    proxy={proxy}
                    canRemove={sheet.obstacle === null}
                    onRemove={() => setRemoved(proxy)}
                  />
                ))}
              </ul>
            </Card>
          )}
          {isRecording ? <PaperDialog meetingId={meetingId} onClose={() => setRecording(false)} /> : null}
          {removed ? <RemovalDialog proxy={removed} onClose={() => setRemoved(null)} /> : null}
        </Stack>
      )}
    </Page>
  )
}

const FeatureOff = () => {
  const { t } = useTranslation('proxies')
  const mayTurnOn = isStaffFor(useProfile(), 'settings')
  return (
    <Group gap="xs">
      <Status kind="warning">{t('featureOff')}</Status>
      {mayTurnOn ? (
        <Anchor inherit component={Link} to="/manage/settings" hash="ENABLE_PROXY_VOTING" underline="always">
          {t('openSettings')}
        </Anchor>
      ) : null}
    </Group>
  )
}

type ToolsProps = { sheet: MeetingProxies; meetingId: number; onRecord: () => void }

const Tools = ({ sheet, meetingId, onRecord }: ToolsProps) => {
  const { t } = useTranslation('proxies')
  const { counting, waiting, obstacle, isFeatureOn } = sheet
  const counts = t('sheetCounts', { count: counting, formatted: formatNumber(counting) })
  const waits = t('sheetWaiting', { count: waiting, formatted: formatNumber(waiting) })
  return (
    <Group justify="space-between" gap="sm">
      <Text>{waiting > 0 ? `${counts}, ${waits}` : counts}</Text>
      {isFeatureOn ? (
        <Group gap="xs">
          <DownloadButton label={t('printBlank')} load={() => getBlankForm({ meetingId })} />
          {obstacle === null ? <Button onClick={onRecord}>{t('record')}</Button> : null}
        </Group>
      ) : null}
    </Group>
  )
}
