import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ListedKeyHolder } from '@spacekeeper/contract/openings/shapes.ts'
import { Id } from '@spacekeeper/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import type { PickedMember } from '../search/api.ts'
import { MemberPicker } from '../search/member-picker.tsx'
import { addKeyHolder, keyHoldersQuery, removeKeyHolder } from './api.ts'
import classes from './openings.module.css'

/** For staff who look after access: the members who may announce openings. */
export const KeyHoldersCard = () => {
  const { t } = useTranslation('openings')
  const query = useQuery(keyHoldersQuery)
  const [removing, setRemoving] = useState<ListedKeyHolder | null>(null)
  return (
    <Card component="section" aria-labelledby="key-holders">
      <Title order={2} id="key-holders" mb={4}>
        {t('holdersHeading')}
      </Title>
      <Text c="dimmed" maw={640}>
        {t('holdersText')}
      </Text>
      <Page query={query}>
        {({ keyHolders }) => (
          <>
            {keyHolders.length === 0 ? (
              <Text mt="sm">{t('holdersNone')}</Text>
            ) : (
              <ul className={classes.list} aria-labelledby="key-holders">
                {keyHolders.map((holder) => (
                  <li key={holder.id} className={classes.opening}>
                    <span className={classes.words}>{holder.name}</span>
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={t('holdersRemoveOf', { name: holder.name })}
                      onClick={() => setRemoving(holder)}
                    >
                      {t('holdersRemove')}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            <NewKeyHolder />
          </>
        )}
      </Page>
      {removing ? <RemovalDialog holder={removing} onClose={() => setRemoving(null)} /> : null}
    </Card>
  )
}

const NewKeyHolder = () => {
  const { t } = useTranslation('openings')
  const [chosen, setChosen] = useState<PickedMember | null>(null)
  const [round, setRound] = useState(0)
  const add = useMutation({
    mutationFn: async ({ id, name }: PickedMember) => {
      await addKeyHolder({ memberId: id })
      return name
    },
    onSuccess: (name) => {
      setChosen(null)
      setRound(round + 1)
      notify.done({ text: t('holdersAdded', { name }) })
    },
  })
  return (
    <Stack gap="sm" mt="md" maw={420}>
      <RequiredMarks mb={0} />
      <MemberPicker key={round} label={t('holdersWho')} {...requiredBy(Id)} onChoose={setChosen} />
      {add.error ? <FormError>{errorText(add.error)}</FormError> : null}
      <Group>
        <Button
          variant="default"
          disabled={chosen === null}
          loading={add.isPending}
          onClick={() => chosen && add.mutate(chosen)}
        >
          {t('holdersAdd')}
        </Button>
      </Group>
    </Stack>
  )
}

const RemovalDialog = ({ holder: { id, name }, onClose }: { holder: ListedKeyHolder; onClose: () => void }) => {
  const { t } = useTranslation('openings')
  return (
    <ConfirmDialog
      title={t('holdersRemoveOf', { name })}
      text={t('holdersRemoveText', { name })}
      action={t('holdersRemove')}
      isDangerous
      run={async () => {
        await removeKeyHolder({ memberId: id })
        notify.done({ text: t('holdersRemoved', { name }) })
      }}
      onClose={onClose}
    />
  )
}
