import { Button, Card, Text, TextInput, Title } from '@mantine/core'
import { AccountCode, type AccountCodes } from '@spacekeeper/contract/books/shapes.ts'
import { bookAccounts } from '@spacekeeper/contract/books/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { updateCodes } from './api.ts'
import classes from './books.module.css'

const accounts = keysOf(bookAccounts)

type Props = { codes: AccountCodes; plans: readonly { id: number; name: string }[] }

/** How many accounts have a code, and where to change them. */
export const CodesCard = ({ codes, plans }: Props) => {
  const { t } = useTranslation('books')
  const [isOpen, setOpen] = useState(false)
  const missing = accounts.filter((account) => (codes.accounts[account] ?? '') === '').length
  return (
    <Card component="section" aria-labelledby="codes" className={classes.screenOnly ?? ''}>
      <Title order={2} id="codes">
        {t('codesHeading')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('codesHint')}
      </Text>
      <Text mt={4}>{missing === 0 ? t('codesAll') : t('codesMissing', { count: missing })}</Text>
      <Button variant="default" mt="sm" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
        {t('changeCodes')}
      </Button>
      {isOpen ? <CodesDialog codes={codes} plans={plans} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}

const planField = (id: number) => `plan${id}`

const CodesDialog = ({ codes, plans, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('books')
  const initial: Record<string, string> = {}
  for (const account of accounts) initial[account] = codes.accounts[account] ?? ''
  for (const { id } of plans) initial[planField(id)] = codes.plans[id] ?? ''
  return (
    <FormDialog
      title={t('codesTitle')}
      action={t('saveCodes')}
      initial={initial}
      schema={z.object(Object.fromEntries(Object.keys(initial).map((name) => [name, AccountCode])))}
      submit={async (typed) => {
        const filled = (of: readonly (readonly [string, string | undefined])[]) =>
          Object.fromEntries(of.flatMap(([name, code = '']) => (code === '' ? [] : [[name, code] as const])))
        await updateCodes({
          accounts: filled(accounts.map((account) => [account, typed[account]])),
          plans: filled(plans.map(({ id }) => [String(id), typed[planField(id)]])),
        })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {accounts.map((account) => (
            <TextInput key={account} {...field(account)} label={bookAccounts[account].words} autoComplete="off" />
          ))}
          {plans.length === 0 ? null : (
            <>
              <Title order={3} fz="md">
                {t('codesOfPlans')}
              </Title>
              <Text size="sm" c="dimmed">
                {t('codesOfPlansHint')}
              </Text>
            </>
          )}
          {plans.map(({ id, name }) => (
            <TextInput key={id} {...field(planField(id))} label={name} autoComplete="off" />
          ))}
        </>
      )}
    </FormDialog>
  )
}
