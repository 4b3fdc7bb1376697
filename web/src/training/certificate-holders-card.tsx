import { Button, Card, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Certificate, CertificateHolder } from '@spacekeeper/contract/training/shapes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { certificateHoldersQuery } from './api.ts'
import { AwardFileDialog } from './award-file-dialog.tsx'
import { AwardRow } from './award-row.tsx'
import { EndAwardDialog } from './end-award-dialog.tsx'
import classes from './training.module.css'

const typingMs = 250

const which = ['current', 'ended'] as const

const whichWords = { current: 'whichCurrent', ended: 'whichEnded' } as const // keys of words

/** Who has a certificate, until when, and who had it. */
export const CertificateHoldersCard = ({ certificate }: { certificate: Certificate }) => {
  const { id: certificateId, name, archivedAt } = certificate
  const { t } = useTranslation('training')
  const [chosen, setChosen] = useState<(typeof which)[number]>('current')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), typingMs)
  const [isFromFile, setFromFile] = useState(false)
  const [ending, setEnding] = useState<CertificateHolder | null>(null)
  const query = useInfiniteQuery(certificateHoldersQuery({ certificateId, which: chosen, text }))
  const holders = query.data?.pages.flatMap((page) => page.holders) ?? []
  const none = text !== '' ? 'noHoldersMatch' : chosen === 'current' ? 'noHolders' : 'noHoldersEnded'
  return (
    <Card component="section" aria-label={t('holdersTitle')}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{t('holdersTitle')}</Title>
          {archivedAt === null ? (
            <Button variant="default" size="xs" onClick={() => setFromFile(true)}>
              {t('awardFromFile')}
            </Button>
          ) : null}
        </Group>
        <SegmentedControl
          value={chosen}
          onChange={(value) => setChosen(which.find((one) => one === value) ?? 'current')}
          data={which.map((value) => ({ value, label: t(whichWords[value]) }))}
        />
        <SearchField value={typed} onChange={setTyped} label={t('searchHolders')} />
        <Page query={query}>
          {() =>
            holders.length === 0 ? (
              <Text c="dimmed">{t(none)}</Text>
            ) : (
              <ul className={classes.list}>
                {holders.map((holder) => (
                  <AwardRow
                    key={holder.id}
                    award={holder}
                    title={holder.name}
                    memberId={holder.memberId}
                    endLabel={t('endAwardOf', { certificate: name, name: holder.name })}
                    onEnd={() => setEnding(holder)}
                  />
                ))}
              </ul>
            )
          }
        </Page>
        <MoreButton query={query} label={t('moreHolders')} />
      </Stack>
      {isFromFile ? (
        <AwardFileDialog certificateId={certificateId} name={name} onClose={() => setFromFile(false)} />
      ) : null}
      {ending ? (
        <EndAwardDialog awardId={ending.id} certificate={name} name={ending.name} onClose={() => setEnding(null)} />
      ) : null}
    </Card>
  )
}
