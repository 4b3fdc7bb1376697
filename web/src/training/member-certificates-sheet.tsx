import { Button, Card, NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { Award } from '@spacekeeper/contract/training/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { award, certificatesQuery, memberAwardsQuery } from './api.ts'
import { AwardRow } from './award-row.tsx'
import { EndAwardDialog } from './end-award-dialog.tsx'
import classes from './training.module.css'

type Member = { memberId: number; name: string }

type AwardFormProps = Member & { heldIds: ReadonlySet<number> }

const AwardCard = ({ memberId, name, heldIds }: AwardFormProps) => {
  const { t } = useTranslation('training')
  const query = useQuery(certificatesQuery)
  const [chosen, setChosen] = useState('')
  const certificates = (query.data?.certificates ?? []).filter(({ archivedAt }) => archivedAt === null)
  const certificate = certificates.find(({ id }) => String(id) === chosen) ?? certificates[0]
  const give = useMutation({
    mutationFn: async (one: { id: number; name: string }) => {
      await award({ memberId, certificateId: one.id })
      notify.done({ text: t('awardedTo', { name, certificate: one.name }) })
    },
  })
  return (
    <Card component="section">
      <Title order={2} mb="sm">
        {t('awardTitle')}
      </Title>
      <Page query={query}>
        {() =>
          certificate === undefined ? (
            <Text c="dimmed">{t('awardNoneLeft')}</Text>
          ) : (
            <Stack gap="sm" align="flex-start">
              <NativeSelect
                w="100%"
                label={t('giveWhich')}
                description={heldIds.has(certificate.id) ? t('renews') : undefined}
                value={String(certificate.id)}
                onChange={(event) => setChosen(event.currentTarget.value)}
                data={certificates.map((one) => ({ value: String(one.id), label: one.name }))}
              />
              {give.error ? <FormError>{errorText(give.error)}</FormError> : null}
              <Button loading={give.isPending} onClick={() => give.mutate(certificate)}>
                {t('giveAction')}
              </Button>
            </Stack>
          )
        }
      </Page>
    </Card>
  )
}

type AwardsListProps = { title: string; awards: Award[]; name: string; onEnd: (award: Award) => void }

const AwardsList = ({ title, awards, name, onEnd }: AwardsListProps) => {
  const { t } = useTranslation('training')
  if (awards.length === 0) return null
  return (
    <Card component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <ul className={classes.list}>
        {awards.map((one) => (
          <AwardRow
            key={one.id}
            award={one}
            title={one.certificate}
            endLabel={t('endAwardOf', { certificate: one.certificate, name })}
            onEnd={() => onEnd(one)}
          />
        ))}
      </ul>
    </Card>
  )
}

/** The certificates of a member, those that ended with the reason, and the way to award another one. */
export const MemberCertificatesSheet = ({ memberId, name }: Member) => {
  const { t } = useTranslation('training')
  const [ending, setEnding] = useState<Award | null>(null)
  return (
    <Page query={useQuery(memberAwardsQuery(memberId))}>
      {({ awards }) => {
        const current = awards.filter(({ end }) => end === null)
        const ended = awards.filter(({ end }) => end !== null)
        return (
          <div className={classes.columns}>
            <Stack gap="md">
              {awards.length === 0 ? <Empty title={t('memberNone')} text={t('memberNoneText', { name })} /> : null}
              <AwardsList title={t('memberTitle')} awards={current} name={name} onEnd={setEnding} />
              <AwardsList title={t('memberEndedTitle')} awards={ended} name={name} onEnd={setEnding} />
            </Stack>
            <AwardCard
              memberId={memberId}
              name={name}
              heldIds={new Set(current.map(({ certificateId }) => certificateId))}
            />
            {ending ? (
              <EndAwardDialog
                awardId={ending.id}
                certificate={ending.certificate}
                name={name}
                onClose={() => setEnding(null)}
              />
            ) : null}
          </div>
        )
      }}
    </Page>
  )
}
