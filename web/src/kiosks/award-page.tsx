import { Button, Card, NativeSelect, Stack, Text } from '@mantine/core'
import { Id } from '@spacekeeper/contract/route.ts'
import type { IdAndName } from '@spacekeeper/contract/training/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { requiredBy } from '#platform/form/required-fields.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { MemberPicker } from '../search/member-picker.tsx'
import { awardAsTrainer, learnersQuery, ownTrainingQuery } from '../training/api.ts'
import { readKeptReader } from './reader/kept-reader.ts'
import { useReader } from './reader/reader.ts'
import classes from '../training/training.module.css'

type AwardedLearner = { memberId: number } | { card: string }

/** Awards the chosen certificate, one learner at a time. */
const useAwarding = (certificate: IdAndName) => {
  return useMutation({
    mutationFn: async (learner: AwardedLearner) => {
      const { name } = await awardAsTrainer({ certificateId: certificate.id, ...learner })
      return { name, certificate: certificate.name }
    },
  })
}

type Awarding = ReturnType<typeof useAwarding>

const AwardOutcome = ({ awarding: { data, error } }: { awarding: Awarding }) => {
  const { t } = useTranslation('training')
  return (
    <div aria-live="polite">
      {data ? <Status kind="good">{t('awarded', data)}</Status> : null}
      {error ? <FormError>{errorText(error)}</FormError> : null}
    </div>
  )
}

/** At a kiosk the trainer is logged in with their card, and the learner's card is held to the reader. */
const ByCard = ({ certificate }: { certificate: IdAndName }) => {
  const { t } = useTranslation('training')
  const awarding = useAwarding(certificate)
  const [reader] = useState(readKeptReader)
  const state = useReader(reader, (card) => {
    if (!awarding.isPending) awarding.mutate({ card })
  })
  return (
    <Stack gap="md">
      <Text fz="lg" role="status">
        {t(awarding.isPending ? 'awardCardBusy' : state === 'ready' ? 'awardCardHint' : 'awardNoReader')}
      </Text>
      <AwardOutcome awarding={awarding} />
    </Stack>
  )
}

const ByName = ({ certificate }: { certificate: IdAndName }) => {
  const { t } = useTranslation('training')
  const [learner, setLearner] = useState<IdAndName | null>(null)
  const [round, setRound] = useState(0)
  const awarding = useAwarding(certificate)
  const award = () => {
    if (!learner) return
    awarding.mutate({ memberId: learner.id }, { onSuccess: () => setRound(round + 1) })
    setLearner(null)
  }
  return (
    <Stack gap="md" align="flex-start">
      <RequiredMarks mb={0} />
      <div style={{ width: '100%' }}>
        <MemberPicker
          key={round}
          label={t('awardWho')}
          {...requiredBy(Id)}
          hint={t('awardWhoHint')}
          search={learnersQuery}
          onChoose={setLearner}
        />
      </div>
      <Button loading={awarding.isPending} disabled={learner === null} onClick={award}>
        {t('awardAction')}
      </Button>
      <AwardOutcome awarding={awarding} />
    </Stack>
  )
}

const AwardSheet = ({ trains }: { trains: IdAndName[] }) => {
  const { t } = useTranslation('training')
  const isKiosk = useIsKiosk()
  const [chosen, setChosen] = useState(trains[0]?.id)
  const certificate = trains.find(({ id }) => id === chosen) ?? trains[0]
  if (!certificate) return null
  const By = isKiosk ? ByCard : ByName
  return (
    <div className={classes.column}>
      <Card>
        <Stack gap="md">
          <NativeSelect
            label={t('awardWhich')}
            value={String(certificate.id)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
            data={trains.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <By key={certificate.id} certificate={certificate} />
        </Stack>
      </Card>
    </div>
  )
}

/** Where trainers award what they teach: by name on their own device, by card at a kiosk. */
const AwardPage = () => {
  const { t } = useTranslation('training')
  return (
    <Page
      query={useQuery(ownTrainingQuery)}
      isEmpty={({ trains }) => trains.length === 0}
      empty={<Empty title={t('notTrainerTitle')} text={t('notTrainerText')} />}
    >
      {({ trains }) => <AwardSheet trains={trains} />}
    </Page>
  )
}

export const Route = createFileRoute('/account/training/award')({
  component: AwardPage,
  staticData: {
    title: 'training:titleAward',
    loggedIn: true,
    kiosk: true,
    hiddenMenu: true,
    backButton: '/account/training',
  },
})
