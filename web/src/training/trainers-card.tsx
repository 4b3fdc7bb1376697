import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Id } from '@spacekeeper/contract/route.ts'
import type { Certificate, IdAndName } from '@spacekeeper/contract/training/shapes.ts'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { requiredBy } from '#platform/form/required-fields.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { MemberPicker } from '../search/member-picker.tsx'
import { setTrainers } from './api.ts'
import classes from './training.module.css'

/** Who may award a certificate besides staff. */
export const TrainersCard = ({ certificate, mayChange }: { certificate: Certificate; mayChange: boolean }) => {
  const { t } = useTranslation('training')
  const { id: certificateId, trainers } = certificate
  const [chosen, setChosen] = useState<IdAndName | null>(null)
  const [round, setRound] = useState(0)
  const save = useMutation({
    mutationFn: (memberIds: number[]) => setTrainers({ certificateId, memberIds }),
  })
  const ids = trainers.map(({ id }) => id)
  const add = () => {
    if (!chosen) return
    save.mutate([...ids, chosen.id], { onSuccess: () => setRound(round + 1) })
    setChosen(null)
  }
  return (
    <Card component="section" aria-label={t('trainersTitle')}>
      <Title order={2}>{t('trainersTitle')}</Title>
      <Text size="sm" c="dimmed">
        {t('trainersText')}
      </Text>
      {trainers.length === 0 ? <Text mt="sm">{t('trainersNone')}</Text> : null}
      <ul className={classes.list}>
        {trainers.map(({ id, name }) => (
          <li key={id} className={classes.row}>
            <div className={classes.head}>
              <span>{name}</span>
              {mayChange ? (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  disabled={save.isPending}
                  aria-label={t('removeTrainerOf', { name })}
                  onClick={() => save.mutate(ids.filter((one) => one !== id))}
                >
                  {t('removeTrainer')}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {mayChange ? (
        <Stack gap="sm" mt="md">
          <RequiredMarks mb={0} />
          <MemberPicker key={round} label={t('trainerWho')} {...requiredBy(Id)} onChoose={setChosen} />
          {save.error ? <FormError>{errorText(save.error)}</FormError> : null}
          <Group>
            <Button variant="default" disabled={chosen === null} loading={save.isPending} onClick={add}>
              {t('addTrainer')}
            </Button>
          </Group>
        </Stack>
      ) : null}
    </Card>
  )
}
