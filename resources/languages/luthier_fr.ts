<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Encore</translation>
    </message>
    <message>
        <source>Write this answer again</source>
        <translation>Réécrire cette réponse</translation>
    </message>
    <message>
        <source>Add to data</source>
        <translation>Ajouter aux données</translation>
    </message>
    <message>
        <source>Save this question and answer as an example to learn from</source>
        <translation>Enregistrer cette question et cette réponse comme exemple à apprendre</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>It was cut off: let it go on</source>
        <translation>Il a été coupé : laissez-le continuer</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Afficher moins</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>Tout afficher</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>La réponse</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Réflexions</translation>
    </message>
    <message>
        <source>Calls {name}</source>
        <translation>Appelle {name}</translation>
    </message>
    <message>
        <source>Calls a tool</source>
        <translation>Appelle un outil</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>Prêt.</translation>
    </message>
    <message>
        <source>Reading {done} of {total} tokens…</source>
        <translation>Lecture de {done} sur {total} jetons…</translation>
    </message>
    <message>
        <source>Beginning…</source>
        <translation>Début…</translation>
    </message>
    <message>
        <source>The vote could not be written down</source>
        <translation>Le vote n&apos;a pas pu être noté</translation>
    </message>
    <message>
        <source>The example could not be kept</source>
        <translation>L&apos;exemple n&apos;a pas pu être gardé</translation>
    </message>
    <message>
        <source>Both answers are the same, so there is nothing to choose.</source>
        <translation>Les deux réponses sont identiques : il n’y a rien à choisir.</translation>
    </message>
    <message>
        <source>You: {question}</source>
        <translation>Vous : {question}</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>La question</translation>
    </message>
    <message>
        <source>Ask this</source>
        <translation>Demander ceci</translation>
    </message>
    <message>
        <source>It was not trained on these, so it cannot know facts that only they contain:</source>
        <translation>Il n’a pas été entraîné sur celles-ci, il ne peut donc pas connaître ce qu’elles seules contiennent :</translation>
    </message>
    <message>
        <source>Conversations (*.jsonl)</source>
        <translation>Conversations (*.jsonl)</translation>
    </message>
    <message>
        <source>Another &amp;file…</source>
        <translation>Un autre &amp;fichier…</translation>
    </message>
    <message>
        <source>Train on the&amp;se</source>
        <translation>Entraîner sur &amp;celles-ci</translation>
    </message>
    <message>
        <source>Replaced your earlier answer. {examples} in {name}.</source>
        <translation>Votre réponse précédente a été remplacée. {examples} dans {name}.</translation>
    </message>
    <message>
        <source>Kept. {examples} in {name}: this one, and the rows of {data}.</source>
        <translation>Gardé. {examples} dans {name} : celui-ci et les lignes de {data}.</translation>
    </message>
    <message>
        <source>Keep examples in</source>
        <translation>Garder les exemples dans</translation>
    </message>
    <message>
        <source>Examples are kept in {name}.</source>
        <translation>Les exemples sont gardés dans {name}.</translation>
    </message>
    <message numerus="yes">
        <source>{number} examples are</source>
        <comment>1 example is</comment>
        <translation>
            <numerusform>{number} exemple est</numerusform>
            <numerusform>{number} exemples sont</numerusform>
        </translation>
    </message>
    <message>
        <source>Kept. {examples} in {name}.</source>
        <translation>Gardé. {examples} dans {name}.</translation>
    </message>
    <message>
        <source>That one is in {name} already; {examples} there.</source>
        <translation>Celui-là est déjà dans {name} ; {examples} là.</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Copier le code</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>How ad&amp;venturous</source>
        <translation>Goût du &amp;risque</translation>
    </message>
    <message>
        <source>Avoid repeating</source>
        <translation>Éviter de répéter</translation>
    </message>
    <message>
        <source>1: off. 1.1 helps small models that repeat themselves.</source>
        <translation>1 : pas du tout. 1.1 aide les petits modèles qui tournent en rond.</translation>
    </message>
    <message>
        <source>Instructions for the model</source>
        <translation>Ce qu&apos;on dit d&apos;abord au modèle</translation>
    </message>
    <message>
        <source>Strength of the adapter</source>
        <translation>Force de l&apos;adaptateur</translation>
    </message>
    <message>
        <source>0: always the likeliest word. 1: as varied as the model learnt.</source>
        <translation>0 : toujours le mot le plus probable. 1 : aussi varié que le modèle l’a appris.</translation>
    </message>
    <message>
        <source>Most likely words</source>
        <translation>Mots les plus probables</translation>
    </message>
    <message>
        <source>The likeliest words that together have this chance. 1: all.</source>
        <translation>Les mots les plus probables qui ont ensemble cette probabilité. 1 : tous.</translation>
    </message>
    <message>
        <source>Leave out unlikely words</source>
        <translation>Écarter les mots improbables</translation>
    </message>
    <message>
        <source>Those below this part of the likeliest word&apos;s chance.</source>
        <translation>Ceux au-dessous de cette part de la probabilité du mot le plus probable.</translation>
    </message>
    <message>
        <source>For example: Be brief.</source>
        <translation>Par exemple : Soyez bref.</translation>
    </message>
    <message>
        <source>Among how many words</source>
        <translation>Parmi combien de mots</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Réponse la plus longue</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> jetons</translation>
    </message>
    <message>
        <source>Room for the conversation</source>
        <translation>Place pour la conversation</translation>
    </message>
    <message>
        <source>as it needs</source>
        <translation>autant qu&apos;il faut</translation>
    </message>
    <message>
        <source>Continue my text</source>
        <translation>Continuer mon texte</translation>
    </message>
    <message>
        <source>It continues your text instead of answering, as a model that learnt a book does.</source>
        <translation>Il continue votre texte au lieu de répondre, comme un modèle qui a appris un livre.</translation>
    </message>
    <message>
        <source>It thinks before it answers: slower, but better at working things out.</source>
        <translation>Il réfléchit avant de répondre : plus lent, mais meilleur pour résoudre des problèmes.</translation>
    </message>
    <message>
        <source>The same answer every time</source>
        <translation>La même réponse chaque fois</translation>
    </message>
    <message>
        <source>&amp;Hide the names until I choose</source>
        <translation>Cac&amp;her les noms jusqu&apos;à mon choix</translation>
    </message>
    <message>
        <source>Back to the usual</source>
        <translation>Revenir à l&apos;ordinaire</translation>
    </message>
    <message>
        <source>How much of the training counts</source>
        <translation>Part de l’entraînement qui compte</translation>
    </message>
    <message>
        <source>Only this many of the likeliest words.</source>
        <translation>Seulement ce nombre de mots les plus probables.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Plus</translation>
    </message>
    <message>
        <source>Instructions (optional)</source>
        <translation>Consignes (facultatif)</translation>
    </message>
    <message>
        <source>How it answers</source>
        <translation>Comment il répond</translation>
    </message>
    <message>
        <source>Lon&amp;gest answer</source>
        <translation>Réponse la plus lon&amp;gue</translation>
    </message>
    <message>
        <source>Changing it loads the model again.</source>
        <translation>Le changer recharge le modèle.</translation>
    </message>
    <message>
        <source>Load it &amp;again</source>
        <translation>Re&amp;charger</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>Votre question</translation>
    </message>
    <message>
        <source>Ask something</source>
        <translation>Posez une question</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter begins a new line</source>
        <translation>Entrée envoie, Maj+Entrée commence une ligne</translation>
    </message>
    <message>
        <source>Se&amp;nd</source>
        <translation>E&amp;nvoyer</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>&amp;Arrêter</translation>
    </message>
    <message>
        <source>{title} can answer now</source>
        <translation>{title} peut maintenant répondre</translation>
    </message>
    <message>
        <source>Cop&amp;y all</source>
        <translation>Tout cop&amp;ier</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>&amp;Vider</translation>
    </message>
    <message>
        <source>Bring bac&amp;k</source>
        <translation>&amp;Rétablir</translation>
    </message>
    <message>
        <source>O&amp;ptions</source>
        <translation>&amp;Options</translation>
    </message>
    <message>
        <source>This run cannot be opened</source>
        <translation>Cet entraînement ne peut pas être ouvert</translation>
    </message>
    <message>
        <source>There is nothing to talk to yet</source>
        <translation>Il n&apos;y a encore personne à qui parler</translation>
    </message>
    <message>
        <source>&amp;Talk to it</source>
        <translation>Lui &amp;parler</translation>
    </message>
    <message>
        <source>Something else was chosen to talk to.</source>
        <translation>Autre chose a été choisi pour parler.</translation>
    </message>
    <message>
        <source>Begin a text</source>
        <translation>Commencer un texte</translation>
    </message>
    <message>
        <source>The strengths could not be measured</source>
        <translation>Les forces n’ont pas pu être mesurées</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Discuter</translation>
    </message>
    <message>
        <source>Run or model</source>
        <translation>Entraînement ou modèle</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Point de reprise</translation>
    </message>
    <message>
        <source>Which answers</source>
        <translation>Quelles réponses</translation>
    </message>
    <message>
        <source>Train on yo&amp;ur votes</source>
        <translation>Entraîner &amp;sur vos votes</translation>
    </message>
    <message>
        <source>Before and after, side by side</source>
        <translation>Avant et après, côte à côte</translation>
    </message>
    <message>
        <source>Only after training</source>
        <translation>Seulement après l’entraînement</translation>
    </message>
    <message>
        <source>Only before training</source>
        <translation>Seulement avant l’entraînement</translation>
    </message>
    <message>
        <source>Whose answers</source>
        <translation>Quelles réponses</translation>
    </message>
    <message>
        <source>It learns which of two answers you like better. An answer that you edited counts as better than the model&apos;s own. To change how it answers other questions, it takes about a hundred of these.</source>
        <translation>Il apprend laquelle de deux réponses vous préférez. Une réponse que vous avez modifiée compte comme meilleure que celle du modèle. Pour changer ses réponses à d’autres questions, il en faut une centaine.</translation>
    </message>
    <message>
        <source>Is it &amp;better?</source>
        <translation>Est-ce m&amp;eilleur ?</translation>
    </message>
    <message>
        <source>Ta&amp;ke it to Ollama</source>
        <translation>&amp;L&apos;emporter dans Ollama</translation>
    </message>
    <message>
        <source>Step {step} is no longer kept, so another checkpoint answers.</source>
        <translation>Le pas {step} n&apos;est plus conservé : un autre point de reprise répond.</translation>
    </message>
    <message>
        <source>{name} is no longer where it was, so something else is chosen.</source>
        <translation>{name} n’est plus là où il était : autre chose est choisi.</translation>
    </message>
    <message>
        <source>The newest</source>
        <translation>Le plus récent</translation>
    </message>
    <message>
        <source>trained from {name}</source>
        <translation>entraîné depuis {name}</translation>
    </message>
    <message>
        <source>The sample model</source>
        <translation>Le modèle d’exemple</translation>
    </message>
    <message>
        <source>The process that answers has ended.</source>
        <translation>Le processus qui répond s&apos;est arrêté.</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Conversation</translation>
    </message>
    <message>
        <source>Show earlier</source>
        <translation>Montrer avant</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Tout sélectionner</translation>
    </message>
    <message>
        <source>There is nothing to talk to yet. Train a model, or get one on the Model page.</source>
        <translation>Il n&apos;y a encore personne à qui parler. Entraînez un modèle, ou prenez-en un sur la page Modèle.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Chargement du modèle…</translation>
    </message>
    <message>
        <source>Question replaced, and what followed is gone.</source>
        <translation>Question remplacée, et la suite a disparu.</translation>
    </message>
    <message>
        <source>Answer replaced, and what followed is gone.</source>
        <translation>Réponse remplacée, et la suite a disparu.</translation>
    </message>
    <message>
        <source>The model is no longer there</source>
        <translation>Le modèle n&apos;est plus là</translation>
    </message>
    <message>
        <source>The model could not be loaded</source>
        <translation>Le modèle n&apos;a pas pu être chargé</translation>
    </message>
    <message>
        <source>It was trained with DoRA, which is merged into the model: it can only be on or off.</source>
        <translation>Il a été entraîné avec DoRA, fusionné dans le modèle : il ne peut être qu&apos;activé ou non.</translation>
    </message>
    <message>
        <source>There is no adapter here, so there is nothing to weigh.</source>
        <translation>Il n&apos;y a pas d&apos;adaptateur ici, donc rien à doser.</translation>
    </message>
    <message>
        <source>Measure some strengths</source>
        <translation>Mesurer quelques forces</translation>
    </message>
    <message>
        <source>What each strength keeps</source>
        <translation>Ce que garde chaque force</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Force</translation>
    </message>
    <message>
        <source>0: as before training. 1: as trained. Far above 1 the answers fall apart.</source>
        <translation>0 : comme avant l’entraînement. 1 : comme entraîné. Bien au-dessus de 1, les réponses se défont.</translation>
    </message>
    <message>
        <source>Asks the questions that were kept for testing at several strengths, and measures what else has changed.</source>
        <translation>Pose les questions gardées pour le test à plusieurs forces, et mesure ce qui a changé par ailleurs.</translation>
    </message>
    <message>
        <source>Your questions</source>
        <translation>Vos questions</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>Tout le reste</translation>
    </message>
    <message>
        <source>the conversation is too long for the model: your next question drops its beginning</source>
        <translation>la conversation n&apos;a plus de place : la question suivante en écarte le début</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>arrêtée</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} jetons</translation>
    </message>
    <message>
        <source>{tok_s} tokens/s</source>
        <translation>{tok_s} jetons/s</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>modifiée par vous</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Réflexion…</translation>
    </message>
    <message>
        <source>Thought for {thinking_s}</source>
        <translation>A réfléchi {thinking_s}</translation>
    </message>
    <message>
        <source>Step {step}</source>
        <translation>Étape {step}</translation>
    </message>
    <message>
        <source>loss {loss}</source>
        <translation>perte {loss}</translation>
    </message>
    <message>
        <source>best</source>
        <translation>meilleur</translation>
    </message>
    <message>
        <source>Ask something, and see what the model says.

After a training you see two answers side by side: the model&apos;s after it, and before it.</source>
        <translation>Posez une question et voyez ce que dit le modèle.

Après un entraînement, vous voyez deux réponses côte à côte : celle d’après et celle d’avant.</translation>
    </message>
    <message>
        <source>Your first question loads the model.</source>
        <translation>Votre première question charge le modèle.</translation>
    </message>
    <message>
        <source>Unloaded after a while without questions. Your next question loads it again.</source>
        <translation>Déchargé après un moment sans questions. Votre prochaine question le recharge.</translation>
    </message>
    <message>
        <source>A training needs the memory, so the model was unloaded. Your next question loads it again if there is room.</source>
        <translation>Un entraînement a besoin de la mémoire, le modèle a donc été déchargé. Votre prochaine question le recharge s’il y a de la place.</translation>
    </message>
    <message>
        <source>It is still answering. Press Escape to stop it; what you typed stays.</source>
        <translation>Il répond encore. Appuyez sur Échap pour l’arrêter ; ce que vous avez tapé reste.</translation>
    </message>
    <message>
        <source>It continues the text that you begin, instead of answering.</source>
        <translation>Il continue le texte que vous commencez, au lieu de répondre.</translation>
    </message>
    <message>
        <source>A training is running at the same time, so both are slower.</source>
        <translation>Un entraînement tourne en même temps, les deux sont donc plus lents.</translation>
    </message>
    <message>
        <source>cut off: it reached the longest answer allowed</source>
        <translation>coupée : elle a atteint la longueur maximale permise</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>plus récent</translation>
    </message>
    <message numerus="yes">
        <source>You changed {number} answers.</source>
        <comment>You changed 1 answer.</comment>
        <translation>
            <numerusform>Vous avez modifié 1 réponse.</numerusform>
            <numerusform>Vous avez modifié {number} réponses.</numerusform>
        </translation>
    </message>
    <message>
        <source>Your votes: after training {tuned}, before {base}, equal {equal}.</source>
        <translation>Vos votes : après l’entraînement {tuned}, avant {base}, égal {equal}.</translation>
    </message>
    <message>
        <source>After is better</source>
        <translation>Mieux après</translation>
    </message>
    <message>
        <source>Before is better</source>
        <translation>Mieux avant</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>Égal</translation>
    </message>
    <message>
        <source>{name} is better</source>
        <translation>{name} est meilleur</translation>
    </message>
    <message>
        <source>Th&amp;ink first</source>
        <translation>Réfléchir d&apos;a&amp;bord</translation>
    </message>
    <message>
        <source>The row as text</source>
        <translation>La ligne en texte</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Rejetée</translation>
    </message>
    <message>
        <source>{text}…

({more} more characters)</source>
        <translation>{text}…

({more} caractères de plus)</translation>
    </message>
    <message>
        <source>Sa&amp;ve a cleaned copy…</source>
        <translation>Enre&amp;gistrer une copie nettoyée…</translation>
    </message>
    <message>
        <source>Writes the rows that are used to a new file. Yours stays as it is.</source>
        <translation>Écrit les lignes utilisées dans un nouveau fichier. Le vôtre reste tel quel.</translation>
    </message>
    <message>
        <source>Try the sample conversations</source>
        <translation>Essayer les conversations d&apos;exemple</translation>
    </message>
    <message>
        <source>Try the sample text</source>
        <translation>Essayer le texte d&apos;exemple</translation>
    </message>
    <message>
        <source>Examples of what the model should say</source>
        <translation>Exemples de ce que le modèle devrait dire</translation>
    </message>
    <message>
        <source>Drop a file or a folder anywhere on this page, or choose one.</source>
        <translation>Déposez un fichier ou un dossier n&apos;importe où sur cette page, ou choisissez-en un.</translation>
    </message>
    <message>
        <source>How much, and what for</source>
        <translation>Combien, et pour quoi faire</translation>
    </message>
    <message>
        <source>Ro&amp;ws</source>
        <translation>&amp;Lignes</translation>
    </message>
    <message>
        <source>Notes and f&amp;igures</source>
        <translation>Remarques et c&amp;hiffres</translation>
    </message>
    <message>
        <source>Not use&amp;d</source>
        <translation>&amp;Inutilisées</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>Relire</translation>
    </message>
    <message>
        <source>Views of the data</source>
        <translation>Que voir des données</translation>
    </message>
    <message>
        <source>&amp;Use this data</source>
        <translation>&amp;Utiliser ces données</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Données</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>Lecture de {name}…</translation>
    </message>
    <message>
        <source>Add other wordings of the &amp;questions…</source>
        <translation>Ajouter d’autres formulations des &amp;questions…</translation>
    </message>
    <message>
        <source>Nothing looks wrong.</source>
        <translation>Tout semble bon.</translation>
    </message>
    <message>
        <source>{notes} notes</source>
        <translation>{notes} notes</translation>
    </message>
    <message>
        <source>Excel, CSV, JSON, text, PDF…</source>
        <translation>Excel, CSV, JSON, texte, PDF…</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>(aucune)</translation>
    </message>
    <message>
        <source>As it looks</source>
        <translation>Selon l&apos;apparence</translation>
    </message>
    <message>
        <source>How the file is read</source>
        <translation>Comment le fichier est lu</translation>
    </message>
    <message>
        <source>First row is the columns&apos; names</source>
        <translation>La première ligne nomme les colonnes</translation>
    </message>
    <message>
        <source>Which sheet is read</source>
        <translation>Quelle feuille est lue</translation>
    </message>
    <message>
        <source>Encoding of the text</source>
        <translation>Encodage du texte</translation>
    </message>
    <message>
        <source>Which answers are learnt</source>
        <translation>Quelles réponses sont apprises</translation>
    </message>
    <message>
        <source>Every answer</source>
        <translation>Chaque réponse</translation>
    </message>
    <message>
        <source>The last answer of each</source>
        <translation>La dernière réponse de chacune</translation>
    </message>
    <message>
        <source>Everything, questions too</source>
        <translation>Tout, questions comprises</translation>
    </message>
    <message>
        <source>Whether thoughts are learnt</source>
        <translation>Si les réflexions sont apprises</translation>
    </message>
    <message>
        <source> % for testing</source>
        <translation> % pour le test</translation>
    </message>
    <message>
        <source>With &amp;thoughts</source>
        <translation>Avec les réfle&amp;xions</translation>
    </message>
    <message>
        <source>Share of the rows that is kept for testing</source>
        <translation>Part des lignes gardée pour tester</translation>
    </message>
    <message>
        <source>Learn e&amp;qual rows once</source>
        <translation>Apprendre une fois les lignes é&amp;gales</translation>
    </message>
    <message>
        <source>Mo&amp;re</source>
        <translation>Plus</translation>
    </message>
    <message>
        <source>Running text</source>
        <translation>Texte suivi</translation>
    </message>
    <message>
        <source>Column of {name}</source>
        <translation>Colonne de {name}</translation>
    </message>
    <message>
        <source>&amp;Sheet</source>
        <translation>Feuille de &amp;tableau</translation>
    </message>
    <message>
        <source>R&amp;ead as</source>
        <translation>&amp;Lire comme</translation>
    </message>
    <message>
        <source>Encodin&amp;g</source>
        <translation>&amp;Codage</translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>&amp;Apprendre</translation>
    </message>
    <message>
        <source>Keep &amp;back</source>
        <translation>&amp;Réserver</translation>
    </message>
    <message>
        <source>the sample model</source>
        <translation>le modèle d&apos;exemple</translation>
    </message>
    <message>
        <source>It was not saved</source>
        <translation>Il n&apos;a pas été enregistré</translation>
    </message>
    <message>
        <source>This cannot be used as it is</source>
        <translation>Ceci ne peut pas servir tel quel</translation>
    </message>
    <message>
        <source> Counting…</source>
        <translation> Comptage…</translation>
    </message>
    <message>
        <source>Rows that are not used</source>
        <translation>Lignes non utilisées</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Chercher</translation>
    </message>
    <message>
        <source>Search in all of it</source>
        <translation>Chercher dans tout</translation>
    </message>
    <message>
        <source>Rows about documents that the rules are not sure of</source>
        <translation>Lignes tirées de documents, sur lesquelles les règles hésitent</translation>
    </message>
    <message>
        <source>Rows of the data</source>
        <translation>Lignes des données</translation>
    </message>
    <message>
        <source>Only d&amp;oubtful rows</source>
        <translation>Seulement les lignes &amp;douteuses</translation>
    </message>
    <message>
        <source>Delete leaves a row out, K keeps it; then comes the next. E edits it.</source>
        <translation>Suppr écarte une ligne, K la garde ; puis vient la suivante. E la modifie.</translation>
    </message>
    <message>
        <source>Nothing found for “{wanted}”.</source>
        <translation>Rien ici ne dit « {wanted} ».</translation>
    </message>
    <message>
        <source>No doubtful rows here.</source>
        <translation>Aucune ligne n&apos;est douteuse ici.</translation>
    </message>
    <message>
        <source>Text of {role}</source>
        <translation>Texte de {role}</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Point at a token (a word, or a piece of one) to see whether it is learnt, and why.</source>
        <translation>Pointez un jeton (un mot ou un morceau de mot) pour voir s&apos;il est appris, et pourquoi.</translation>
    </message>
    <message>
        <source>What you change here is saved to a new file; yours stays as it is.</source>
        <translation>Ce que vous changez ici va dans un nouveau fichier ; le vôtre reste comme il est.</translation>
    </message>
    <message>
        <source>Show rows as to&amp;kens</source>
        <translation>Montrer les lignes en &amp;jetons</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Laisser de côté</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>learnt</source>
        <translation>appris</translation>
    </message>
    <message>
        <source>grey: only read</source>
        <translation>gris : seulement lu</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Texte (*.txt)</translation>
    </message>
    <message>
        <source>Rows (*.jsonl)</source>
        <translation>Lignes (*.jsonl)</translation>
    </message>
    <message>
        <source>Save the usable rows</source>
        <translation>Enregistrer ce qui est utilisable</translation>
    </message>
    <message>
        <source>What to learn from</source>
        <translation>De quoi apprendre</translation>
    </message>
    <message>
        <source>Data &amp;file</source>
        <translation>Fichier de &amp;données</translation>
    </message>
    <message>
        <source>Make &amp;questions of it…</source>
        <translation>En faire des &amp;questions…</translation>
    </message>
    <message>
        <source>Length of the rows</source>
        <translation>Longueur des lignes</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>jetons</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>lignes</translation>
    </message>
    <message>
        <source>Half of {rows} rows have at most {median} tokens, 95% at most {most}, the longest {tokens}.</source>
        <translation>La moitié de {rows} lignes a au plus {median} jetons, 95 % au plus {most}, la plus longue {tokens}.</translation>
    </message>
    <message>
        <source>Worth knowing</source>
        <translation>Bon à savoir</translation>
    </message>
    <message>
        <source>The rows</source>
        <translation>Les lignes</translation>
    </message>
    <message>
        <source>{place}: {tokens}, {trained} learnt</source>
        <translation>{place} : {tokens}, {trained} appris</translation>
    </message>
    <message numerus="yes">
        <source>{n} tokens</source>
        <comment>{n} token</comment>
        <translation>
            <numerusform>{n} jeton</numerusform>
            <numerusform>{n} jetons</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows</source>
        <comment>{n} row</comment>
        <translation>
            <numerusform>{n} ligne</numerusform>
            <numerusform>{n} lignes</numerusform>
        </translation>
    </message>
    <message>
        <source>, perhaps more</source>
        <translation>, peut-être plus</translation>
    </message>
    <message>
        <source>{one} and {other}: {share} in common</source>
        <translation>{one} et {other} : {share} en commun</translation>
    </message>
    <message>
        <source>Half have at most</source>
        <translation>La moitié ont au plus</translation>
    </message>
    <message>
        <source>{median} tokens</source>
        <translation>{median} jetons</translation>
    </message>
    <message>
        <source>95% have at most</source>
        <translation>95 % ont au plus</translation>
    </message>
    <message>
        <source>{most} tokens</source>
        <translation>{most} jetons</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Les plus longues</translation>
    </message>
    <message>
        <source>Shortest answers</source>
        <translation>Réponses les plus courtes</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Langues</translation>
    </message>
    <message>
        <source>Nearly the same</source>
        <translation>Presque pareilles</translation>
    </message>
    <message>
        <source>Read it all</source>
        <translation>Tout lire</translation>
    </message>
    <message>
        <source>it is from the system message</source>
        <translation>cela vient du message système</translation>
    </message>
    <message>
        <source>it is what the user says</source>
        <translation>c&apos;est ce que dit l&apos;utilisateur</translation>
    </message>
    <message>
        <source>it is what a tool answers</source>
        <translation>c&apos;est ce que répond un outil</translation>
    </message>
    <message>
        <source>the model&apos;s template writes it around the messages</source>
        <translation>le modèle de discussion l&apos;écrit autour des messages</translation>
    </message>
    <message>
        <source>it is not part of an answer</source>
        <translation>cela ne fait pas partie d&apos;une réponse</translation>
    </message>
    <message>
        <source>only the last answer is learnt, as chosen</source>
        <translation>seule la dernière réponse est apprise, comme choisi</translation>
    </message>
    <message>
        <source>it is an answer</source>
        <translation>c&apos;est une réponse</translation>
    </message>
    <message>
        <source>the data says not to learn this answer (weight 0)</source>
        <translation>les données disent de ne pas apprendre cette réponse (poids 0)</translation>
    </message>
    <message>
        <source>it is what the model thinks before it answers</source>
        <translation>c&apos;est ce que le modèle pense avant de répondre</translation>
    </message>
    <message>
        <source>the model&apos;s template cuts its thoughts out here, and alone it would teach the model not to think</source>
        <translation>le modèle de discussion coupe ici ses réflexions, et seul cela lui apprendrait à ne pas réfléchir</translation>
    </message>
    <message>
        <source>the model writes it to call a tool</source>
        <translation>le modèle l&apos;écrit pour appeler un outil</translation>
    </message>
    <message>
        <source>the model writes it around its answers, such as empty thoughts</source>
        <translation>le modèle l&apos;écrit autour de ses réponses, comme des réflexions vides</translation>
    </message>
    <message>
        <source>it ends the answer, so that the model learns to stop</source>
        <translation>il termine la réponse, pour que le modèle apprenne à s&apos;arrêter</translation>
    </message>
    <message>
        <source>nothing comes before it that it could follow from</source>
        <translation>rien ne vient avant dont il pourrait suivre</translation>
    </message>
    <message>
        <source>everything is learnt, as chosen</source>
        <translation>tout est appris, comme choisi</translation>
    </message>
    <message>
        <source>all of a text is learnt</source>
        <translation>tout le texte est appris</translation>
    </message>
    <message>
        <source>As each row has them</source>
        <translation>Comme dans chaque ligne</translation>
    </message>
    <message>
        <source>Only rows with thoughts</source>
        <translation>Seulement les lignes avec réflexions</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Laissées de côté</translation>
    </message>
    <message>
        <source>Left out, and learnt not to think</source>
        <translation>Écartées, et il apprend à ne pas réfléchir</translation>
    </message>
    <message numerus="yes">
        <source>{n} pages are few: the model learns them by heart, but not their manner. {few_pages} or more are better.</source>
        <comment>1 page is not enough: the model learns it by heart, but not its manner. {few_pages} or more are better.</comment>
        <translation>
            <numerusform>Une page ne suffit pas : le modèle l’apprend par cœur, mais pas sa manière. {few_pages} ou plus valent mieux.</numerusform>
            <numerusform>{n} pages, c’est peu : le modèle les apprend par cœur, mais pas leur manière. {few_pages} ou plus valent mieux.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows are few: enough to try, but a model&apos;s manner only begins to change with {few_rows} to 100.</source>
        <comment>1 row is not enough to learn from: a model&apos;s manner only begins to change with {few_rows} to 100.</comment>
        <translation>
            <numerusform>Une ligne ne suffit pas pour apprendre : la manière d’un modèle ne commence à changer qu’avec {few_rows} à 100.</numerusform>
            <numerusform>{n} lignes, c’est peu : assez pour essayer, mais la manière d’un modèle ne commence à changer qu’avec {few_rows} à 100.</numerusform>
        </translation>
    </message>
    <message>
        <source>{rows}, {unused} not used</source>
        <translation>{rows}, {unused} non utilisées</translation>
    </message>
    <message>
        <source>Read for</source>
        <translation>Lu pour</translation>
    </message>
    <message>
        <source>Kept for testing</source>
        <translation>Gardées pour le test</translation>
    </message>
    <message>
        <source>{tokens}, {share} of them in answers</source>
        <translation>{tokens}, dont {share} dans les réponses</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>réfléchit</translation>
    </message>
    <message>
        <source>no thoughts</source>
        <translation>sans réflexions</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Système</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Utilisateur</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistant</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Outil</translation>
    </message>
    <message>
        <source>not used: {problem}</source>
        <translation>non utilisé : {problem}</translation>
    </message>
    <message>
        <source>the template leaves out: {left_out}</source>
        <translation>le modèle de discussion omet : {left_out}</translation>
    </message>
    <message>
        <source>Answers to other &amp;questions</source>
        <translation>Réponses à d&apos;autres &amp;questions</translation>
    </message>
    <message>
        <source>Which questions are listed</source>
        <translation>Quelles questions sont affichées</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>You chose</source>
        <translation>Vous avez choisi</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Question</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Attendu</translation>
    </message>
    <message>
        <source>Row {line} of {file}</source>
        <translation>Ligne {line} de {file}</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>Questions et réponses</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Conversations</translation>
    </message>
    <message>
        <source>It was a cold night when the bell rang for the third time. …</source>
        <translation>C&apos;était une nuit froide quand la cloche sonna pour la troisième fois. …</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>un tableau</translation>
    </message>
    <message>
        <source>Read from {container}</source>
        <translation>Lu depuis {container}</translation>
    </message>
    <message>
        <source>several encodings</source>
        <translation>plusieurs encodages</translation>
    </message>
    <message>
        <source>Read from {container} as {encoding}</source>
        <translation>Lu de {container} en {encoding}</translation>
    </message>
    <message>
        <source>page</source>
        <translation>page</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>pages</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texte</translation>
    </message>
    <message>
        <source>question,answer
Who keeps the light?,&quot;The old keeper, and he has never missed a night.&quot;</source>
        <translation>question,answer
Qui garde la lumière ?,&quot;Le vieux gardien, et il n’a jamais manqué une nuit.&quot;</translation>
    </message>
    <message>
        <source>A text, PDF or Word file, or a folder of them: a book, letters, a diary.</source>
        <translation>Un fichier texte, PDF ou Word, ou un dossier de ces fichiers : un livre, des lettres, un journal.</translation>
    </message>
    <message>
        <source>JSON lines</source>
        <translation>lignes JSON</translation>
    </message>
    <message>
        <source>{read}. The columns were guessed: is that right?</source>
        <translation>{read}. Les colonnes ont été devinées : est-ce juste ?</translation>
    </message>
    <message>
        <source>row</source>
        <translation>ligne</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>non utilisé</translation>
    </message>
    <message>
        <source>An Excel, CSV or JSON table: one question and its answer per row.</source>
        <translation>Un tableau Excel, CSV ou JSON : une question et sa réponse par ligne.</translation>
    </message>
    <message>
        <source>Chats as OpenAI, ShareGPT and many programs write them, one a line.</source>
        <translation>Des conversations comme les écrivent OpenAI, ShareGPT et bien des programmes, une par ligne.</translation>
    </message>
    <message>
        <source>50 to 100 good rows begin to change how a model answers; about 1,000 make a whole assistant. Of running text, use a book, not a page: a few pages are only learnt by heart.</source>
        <translation>50 à 100 bonnes lignes commencent à changer les réponses d’un modèle ; environ 1000 font un assistant entier. En texte suivi, prenez un livre, pas une page : quelques pages sont seulement apprises par cœur.</translation>
    </message>
    <message>
        <source>Running text teaches it to write like that text, not to answer. For that, use questions and answers.</source>
        <translation>Un texte suivi lui apprend à écrire ainsi, pas à répondre. Pour cela, prenez des questions et réponses.</translation>
    </message>
    <message>
        <source>{field} is “{column}”</source>
        <translation>{field} est « {column} »</translation>
    </message>
    <message>
        <source>No column has a usual name for questions or answers, so they were guessed: {columns}.</source>
        <translation>Aucune colonne ne porte un nom de questions ou de réponses ; elles ont donc été devinées : {columns}.</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>Dans le fichier</translation>
    </message>
    <message>
        <source>To learn from</source>
        <translation>À apprendre</translation>
    </message>
    <message>
        <source>Too long</source>
        <translation>Trop longues</translation>
    </message>
    <message>
        <source>{rows}, whose oldest turns are cut off</source>
        <translation>{rows}, dont les plus anciens tours sont coupés</translation>
    </message>
    <message>
        <source>With thoughts</source>
        <translation>Avec réflexions</translation>
    </message>
    <message>
        <source>The same as earlier ones</source>
        <translation>Les mêmes que d&apos;autres avant</translation>
    </message>
    <message>
        <source>Not used: {why}</source>
        <translation>Non utilisé : {why}</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>laissé de côté</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>modifiées</translation>
    </message>
    <message>
        <source>{parts}. “Use this data” saves it as a new file; yours stays as it is.</source>
        <translation>{parts}. « Utiliser ces données » l&apos;enregistre en nouveau fichier ; le vôtre reste comme il est.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> et </translation>
    </message>
    <message>
        <source>, {left} left out</source>
        <translation>, {left} écartées</translation>
    </message>
    <message>
        <source>Saved, and opened here: {name}, {what}.</source>
        <translation>Enregistré, et ouvert ici : {name}, {what}.</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(vide)</translation>
    </message>
    <message>
        <source>“{quote}” – {whence}</source>
        <translation>« {quote} » – {whence}</translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation>ligne {number}</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>ligne {number}</translation>
    </message>
    <message>
        <source>too short to tell</source>
        <translation>trop court pour le dire</translation>
    </message>
    <message>
        <source>Tokens of the row</source>
        <translation>Jetons de la ligne</translation>
    </message>
    <message>
        <source>Learnt</source>
        <translation>Appris</translation>
    </message>
    <message>
        <source>Read, not learnt</source>
        <translation>Lu, non appris</translation>
    </message>
    <message>
        <source>goes on with the character before it</source>
        <translation>continue le caractère d&apos;avant</translation>
    </message>
    <message>
        <source>Token {place} of {ids}</source>
        <translation>Jeton {place} sur {ids}</translation>
    </message>
    <message>
        <source>{number} · id {id} · {text} · {learnt}: {why}.</source>
        <translation>{number} · id {id} · {text} · {learnt} : {why}.</translation>
    </message>
    <message>
        <source>What to export</source>
        <translation>Quoi exporter</translation>
    </message>
    <message>
        <source>Str&amp;ength of what was learnt</source>
        <translation>Forc&amp;e de ce qui a été appris</translation>
    </message>
    <message>
        <source>Looking for Ollama…</source>
        <translation>Recherche d&apos;Ollama…</translation>
    </message>
    <message>
        <source>Choose where it goes.</source>
        <translation>Choisissez où il va.</translation>
    </message>
    <message>
        <source>Choose the &amp;zip file…</source>
        <translation>Choisir le &amp;zip…</translation>
    </message>
    <message>
        <source>Choose the fo&amp;lder…</source>
        <translation>Choisir le d&amp;ossier…</translation>
    </message>
    <message>
        <source>What came back</source>
        <translation>Ce qui est revenu</translation>
    </message>
    <message>
        <source>Save to</source>
        <translation>Enregistrer dans</translation>
    </message>
    <message>
        <source>{free} free</source>
        <translation>{free} libres</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>Fichiers zip (*.zip)</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>Le modèle entier</translation>
    </message>
    <message>
        <source>For Python (PEFT)</source>
        <translation>Pour Python (PEFT)</translation>
    </message>
    <message>
        <source>Ollama, a free program to talk to models, is not installed.</source>
        <translation>Ollama, un programme gratuit pour parler à des modèles, n’est pas installé.</translation>
    </message>
    <message>
        <source>You can export the folder now and add it later.</source>
        <translation>Vous pouvez exporter le dossier maintenant et l’ajouter plus tard.</translation>
    </message>
    <message>
        <source>Looked again, and nothing has changed.</source>
        <translation>Nouvelle recherche : rien n’a changé.</translation>
    </message>
    <message>
        <source>Ollama is not running. Open it and look again.</source>
        <translation>Ollama n’est pas lancé. Ouvrez-le et regardez à nouveau.</translation>
    </message>
    <message>
        <source>Name on the hub</source>
        <translation>Nom sur le hub</translation>
    </message>
    <message>
        <source>Only I can see &amp;it</source>
        <translation>Moi seul peux le &amp;voir</translation>
    </message>
    <message>
        <source>&amp;Name on the hub</source>
        <translation>&amp;Nom sur le hub</translation>
    </message>
    <message>
        <source>Save an access token first.</source>
        <translation>Enregistrez d’abord un jeton d’accès.</translation>
    </message>
    <message>
        <source>These files would be uploaded, and nothing else:</source>
        <translation>Ces fichiers seraient envoyés, et rien d&apos;autre :</translation>
    </message>
    <message>
        <source>Not uploaded: {left_out}{more}</source>
        <translation>Non envoyé : {left_out}{more}</translation>
    </message>
    <message>
        <source>The base model&apos;s licence is not known. Look it up before you share this.</source>
        <translation>La licence du modèle de base n’est pas connue. Cherchez-la avant de partager ceci.</translation>
    </message>
    <message>
        <source>To upload, get an access token that can write, and save it here. It stays in your system&apos;s keyring.</source>
        <translation>Pour envoyer, obtenez un jeton d’accès qui permet d’écrire, et enregistrez-le ici. Il reste dans le trousseau de votre système.</translation>
    </message>
    <message>
        <source>The base model&apos;s licence, {licence}, {restriction}.</source>
        <translation>La licence du modèle de base, {licence}, {restriction}.</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Annuler</translation>
    </message>
    <message>
        <source>It is back</source>
        <translation>Il est revenu</translation>
    </message>
    <message>
        <source>{repo} is online</source>
        <translation>{repo} est en ligne</translation>
    </message>
    <message>
        <source>{name} is in Ollama</source>
        <translation>{name} est dans Ollama</translation>
    </message>
    <message>
        <source>Opens {download} in your browser</source>
        <translation>Ouvre {download} dans votre navigateur</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>&amp;Rechercher</translation>
    </message>
    <message>
        <source>Open it and look again, or export the folder now and add it later.</source>
        <translation>Ouvrez-le et regardez à nouveau, ou exportez le dossier maintenant et ajoutez-le plus tard.</translation>
    </message>
    <message>
        <source>Name in Ollama</source>
        <translation>Nom dans Ollama</translation>
    </message>
    <message>
        <source>&amp;Name in Ollama</source>
        <translation>&amp;Nom dans Ollama</translation>
    </message>
    <message>
        <source>Ollama {version} is running.</source>
        <translation>Ollama {version} est lancé.</translation>
    </message>
    <message>
        <source>Ollama is not running. {how_to_start}</source>
        <translation>Ollama n&apos;est pas lancé. {how_to_start}</translation>
    </message>
    <message>
        <source>Uploa&amp;d</source>
        <translation>&amp;Envoyer</translation>
    </message>
    <message>
        <source>&amp;Export the folder</source>
        <translation>&amp;Exporter le dossier</translation>
    </message>
    <message>
        <source>The new export takes the place of the earlier one.</source>
        <translation>Le nouvel export prend la place du précédent.</translation>
    </message>
    <message>
        <source>&amp;Replace it</source>
        <translation>&amp;Remplacer</translation>
    </message>
    <message>
        <source>An export is running.</source>
        <translation>Un export est en cours.</translation>
    </message>
    <message>
        <source>Closing now discards what has been done so far.</source>
        <translation>Fermer maintenant jette ce qui en est fait.</translation>
    </message>
    <message>
        <source>&amp;Close anyway</source>
        <translation>&amp;Fermer quand même</translation>
    </message>
    <message>
        <source>Talk to it &amp;here</source>
        <translation>&amp;Discuter ici</translation>
    </message>
    <message>
        <source>&amp;Go to Train</source>
        <translation>&amp;Aller à Entraîner</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>{title} is done.</source>
        <translation>{title} : terminé.</translation>
    </message>
    <message>
        <source>It is here:</source>
        <translation>Il se trouve ici :</translation>
    </message>
    <message>
        <source>That did not open</source>
        <translation>Cela n’a pas pu s’ouvrir</translation>
    </message>
    <message>
        <source>Open LM Studio once, or choose a folder here and the same one in LM Studio under My Models.</source>
        <translation>Ouvrez LM Studio une fois, ou choisissez ici un dossier et le même dans LM Studio sous My Models.</translation>
    </message>
    <message>
        <source>Chan&amp;ge…</source>
        <translation>Chan&amp;ger…</translation>
    </message>
    <message>
        <source>Change where it goes</source>
        <translation>Changer la destination</translation>
    </message>
    <message>
        <source>About {size}</source>
        <translation>Environ {size}</translation>
    </message>
    <message>
        <source>facts</source>
        <translation>des faits</translation>
    </message>
    <message>
        <source>how to do things</source>
        <translation>comment faire</translation>
    </message>
    <message>
        <source>what words mean</source>
        <translation>le sens des mots</translation>
    </message>
    <message>
        <source>summaries</source>
        <translation>des résumés</translation>
    </message>
    <message>
        <source>Stop making rows?</source>
        <translation>Arrêter de créer des lignes ?</translation>
    </message>
    <message>
        <source>The rows that are finished stay, and the next time it goes on from there.</source>
        <translation>Les lignes terminées restent, et la prochaine fois on reprend à cet endroit.</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modèles (*.gguf)</translation>
    </message>
    <message>
        <source>&amp;Model that writes</source>
        <translation>&amp;Modèle qui écrit</translation>
    </message>
    <message>
        <source>A GGUF file</source>
        <translation>Un fichier GGUF</translation>
    </message>
    <message>
        <source>Ask each question in {n} &amp;other ways, too</source>
        <translation>P&amp;oser chaque question aussi de {n} autres façons</translation>
    </message>
    <message>
        <source>A model answers best in the words that it was trained with.</source>
        <translation>Un modèle répond le mieux aux mots avec lesquels il a été entraîné.</translation>
    </message>
    <message>
        <source>Teach it to say when the text does &amp;not answer</source>
        <translation>Lui apprendre à dire quand le texte &amp;ne répond pas</translation>
    </message>
    <message>
        <source>For each piece of the text, a question that it does not answer is added.</source>
        <translation>Pour chaque morceau du texte s&apos;ajoute une question à laquelle il ne répond pas.</translation>
    </message>
    <message>
        <source>&amp;Try {n} pieces</source>
        <translation>&amp;Essayer {n} morceaux</translation>
    </message>
    <message>
        <source>&amp;Try {n} questions</source>
        <translation>&amp;Essayer {n} questions</translation>
    </message>
    <message>
        <source>Make &amp;all rows</source>
        <translation>Faire &amp;toutes les lignes</translation>
    </message>
    <message>
        <source>&amp;Use these rows</source>
        <translation>&amp;Utiliser ces lignes</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Fermer</translation>
    </message>
    <message>
        <source>No rows were made</source>
        <translation>Aucune ligne n’a été faite</translation>
    </message>
    <message>
        <source>Other wordings of the questions in {name}</source>
        <translation>D’autres formulations des questions de {name}</translation>
    </message>
    <message>
        <source>A model on this disk asks each question in {n} other ways; the answers stay. Choose a model of 3B or more (about 2 GB): smaller ones write little that can be used. Read some of it first.</source>
        <translation>Un modèle de ce disque pose chaque question de {n} autres façons ; les réponses restent. Choisissez un modèle de 3B ou plus (environ 2 Go) : les plus petits écrivent peu d’utilisable. Lisez-en d’abord une partie.</translation>
    </message>
    <message>
        <source>A model on this disk writes questions about your text and answers them; rows that say what the text does not are dropped. Choose a model of 3B or more (about 2 GB): smaller ones write little that can be used.</source>
        <translation>Un modèle de ce disque écrit des questions sur votre texte et y répond ; les lignes qui disent ce que le texte ne dit pas sont écartées. Choisissez un modèle de 3B ou plus (environ 2 Go) : les plus petits écrivent peu d’utilisable.</translation>
    </message>
    <message>
        <source>Questions and answers about {name}</source>
        <translation>Questions et réponses sur {name}</translation>
    </message>
    <message>
        <source>&amp;What is asked</source>
        <translation>&amp;Ce qui est demandé</translation>
    </message>
    <message>
        <source>Rows that were tried</source>
        <translation>Lignes d’essai</translation>
    </message>
    <message>
        <source>{rows} rows from {done} of {pieces} questions.</source>
        <translation>{rows} lignes de {done} questions sur {pieces}.</translation>
    </message>
    <message>
        <source>{rows} rows from {done} of {pieces} pieces.</source>
        <translation>{rows} lignes de {done} morceaux sur {pieces}.</translation>
    </message>
    <message>
        <source>{n} of them say that the text does not answer.</source>
        <translation>{n} d&apos;entre elles disent que le texte ne répond pas.</translation>
    </message>
    <message>
        <source>The rest takes about {time}.</source>
        <translation>Le reste prend environ {time}.</translation>
    </message>
    <message>
        <source>left out: {why}</source>
        <translation>écartée : {why}</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>Cop&amp;ier</translation>
    </message>
    <message>
        <source>Open the &amp;folder</source>
        <translation>Ouvrir le &amp;dossier</translation>
    </message>
    <message>
        <source>Or type in a terminal:</source>
        <translation>Ou tapez dans un terminal :</translation>
    </message>
    <message>
        <source>Open {program}</source>
        <translation>Ouvrir {program}</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>Ouvrir la page</translation>
    </message>
    <message>
        <source>&amp;Open {program}</source>
        <translation>&amp;Ouvrir {program}</translation>
    </message>
    <message>
        <source>&amp;Get {program}</source>
        <translation>O&amp;btenir {program}</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation>&amp;Entraînement</translation>
    </message>
    <message>
        <source>Chec&amp;kpoint</source>
        <translation>&amp;Point de reprise</translation>
    </message>
    <message>
        <source>{name} (nothing learnt yet)</source>
        <translation>{name} (encore rien appris)</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Le plus récent</translation>
    </message>
    <message>
        <source>Best: {name}</source>
        <translation>Meilleur : {name}</translation>
    </message>
    <message>
        <source>Newest: {name}</source>
        <translation>Le plus récent : {name}</translation>
    </message>
    <message>
        <source>O&amp;ther ways</source>
        <translation>Au&amp;tres façons</translation>
    </message>
    <message>
        <source>Loading your runs…</source>
        <translation>Chargement de vos entraînements…</translation>
    </message>
    <message>
        <source>Checking what would be uploaded…</source>
        <translation>Examen de ce qui serait envoyé…</translation>
    </message>
    <message>
        <source>Nothing can be exported yet.

Train a model first. What it has learnt can then go to Ollama and other programs.</source>
        <translation>Rien ne peut encore être exporté.

Entraînez d&apos;abord un modèle. Ce qu&apos;il a appris pourra ensuite aller dans Ollama et d&apos;autres programmes.</translation>
    </message>
    <message>
        <source>1. Take the folder to the other machine.</source>
        <translation>1. Emportez le dossier sur l&apos;autre machine.</translation>
    </message>
    <message>
        <source>Looking at “{run}”…</source>
        <translation>Examen de « {run} »…</translation>
    </message>
    <message>
        <source>LM Studio&apos;s list</source>
        <translation>La liste de LM Studio</translation>
    </message>
    <message>
        <source>There is an export of “{run}” in {where}</source>
        <translation>Il y a un export de « {run} » dans {where}</translation>
    </message>
    <message>
        <source>There are other files in {where}</source>
        <translation>Il y a d&apos;autres fichiers dans {where}</translation>
    </message>
    <message>
        <source>{what} already, written {made}.</source>
        <translation>{what} déjà, écrit {made}.</translation>
    </message>
    <message>
        <source>{what} already.</source>
        <translation>{what} déjà.</translation>
    </message>
    <message>
        <source>Talk to it in Ollama</source>
        <translation>Lui parler dans Ollama</translation>
    </message>
    <message>
        <source>Cr&amp;eate in Ollama</source>
        <translation>&amp;Créer dans Ollama</translation>
    </message>
    <message>
        <source>&amp;Export to LM Studio</source>
        <translation>&amp;Exporter vers LM Studio</translation>
    </message>
    <message>
        <source>One file</source>
        <translation>Un fichier</translation>
    </message>
    <message>
        <source>For Jan, KoboldCpp, llama.cpp and others</source>
        <translation>Pour Jan, KoboldCpp, llama.cpp et d&apos;autres</translation>
    </message>
    <message>
        <source>&amp;Export the file</source>
        <translation>&amp;Exporter le fichier</translation>
    </message>
    <message>
        <source>Hugging Face hub</source>
        <translation>Le hub Hugging Face</translation>
    </message>
    <message>
        <source>Pr&amp;epare the files</source>
        <translation>Pr&amp;éparer les fichiers</translation>
    </message>
    <message>
        <source>A bigger machine</source>
        <translation>Un ordinateur plus puissant</translation>
    </message>
    <message>
        <source>Keeps {share} of what was learnt.</source>
        <translation>Garde {share} de ce qui a été appris.</translation>
    </message>
    <message>
        <source>Some answers are not those given here.</source>
        <translation>Certaines réponses ne sont pas celles données ici.</translation>
    </message>
    <message>
        <source>Answers exactly as here: {good} of {total}.</source>
        <translation>Répond exactement comme ici : {good} sur {total}.</translation>
    </message>
    <message>
        <source> To “{prompt}” it says “{theirs}” and not “{ours}”.</source>
        <translation> À « {prompt} » il dit « {theirs} » et non « {ours} ».</translation>
    </message>
    <message>
        <source>Loss on trained examples: {here} here, {there} there.</source>
        <translation>Perte sur les exemples appris : {here} ici, {there} là-bas.</translation>
    </message>
    <message>
        <source>Loss on unseen examples: {here} here, {there} there.</source>
        <translation>Perte sur des exemples non vus : {here} ici, {there} là-bas.</translation>
    </message>
    <message>
        <source>Loss on general questions: {here} here, {there} there.</source>
        <translation>Perte sur des questions générales : {here} ici, {there} là-bas.</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>Export en cours…</translation>
    </message>
    <message>
        <source>Add &amp;it to Ollama</source>
        <translation>L’a&amp;jouter à Ollama</translation>
    </message>
    <message>
        <source>Ollama has to be running first.</source>
        <translation>Il faut d’abord lancer Ollama.</translation>
    </message>
    <message>
        <source>This starts llama.cpp. Jan, KoboldCpp and others open the file itself.</source>
        <translation>Ceci lance llama.cpp. Jan, KoboldCpp et d’autres ouvrent le fichier eux-mêmes.</translation>
    </message>
    <message>
        <source>This run has learnt nothing yet. You can only train it on a bigger machine.</source>
        <translation>Cet entraînement n’a encore rien appris. Vous pouvez seulement le faire sur une machine plus puissante.</translation>
    </message>
    <message>
        <source>The folder holds your data as plain text. Give it only to people you trust with that.</source>
        <translation>Le dossier contient vos données en texte lisible. Ne le donnez qu’à des personnes de confiance.</translation>
    </message>
    <message>
        <source>Trained there? Drop the folder or zip file that came back here.</source>
        <translation>Entraîné là-bas ? Déposez ici le dossier ou le fichier zip revenu.</translation>
    </message>
    <message>
        <source>You see the files before anything is uploaded.</source>
        <translation>Vous voyez les fichiers avant tout envoi.</translation>
    </message>
    <message>
        <source>First reads what it was trained on, to lose less where it counts. Takes longer.</source>
        <translation>Lit d’abord ce sur quoi il a été entraîné, pour perdre moins là où cela compte. Prend plus de temps.</translation>
    </message>
    <message>
        <source>Only what it learnt, to use beside the base model</source>
        <translation>Seulement ce qu’il a appris, à utiliser à côté du modèle de base</translation>
    </message>
    <message>
        <source>The folder for Ollama is ready</source>
        <translation>Le dossier pour Ollama est prêt</translation>
    </message>
    <message>
        <source>1. Install Ollama, a free program, and open it.</source>
        <translation>1. Installez Ollama, un programme gratuit, et ouvrez-le.</translation>
    </message>
    <message>
        <source>2. Press “Look again”, then “Add it to Ollama”. Luthier does the rest.</source>
        <translation>2. Cliquez sur « Regarder à nouveau », puis sur « L’ajouter à Ollama ». Luthier fait le reste.</translation>
    </message>
    <message>
        <source>Add it to LM Studio&apos;s models</source>
        <translation>L’ajouter aux modèles de LM Studio</translation>
    </message>
    <message>
        <source>It is in LM Studio, under My Models</source>
        <translation>Il est dans LM Studio, sous « My Models »</translation>
    </message>
    <message>
        <source>The file is ready</source>
        <translation>Le fichier est prêt</translation>
    </message>
    <message>
        <source>For Transformers and PEFT</source>
        <translation>Pour Transformers et PEFT</translation>
    </message>
    <message>
        <source>The folder is ready</source>
        <translation>Le dossier est prêt</translation>
    </message>
    <message>
        <source>Keep it online, or share it</source>
        <translation>Le garder en ligne, ou le partager</translation>
    </message>
    <message>
        <source>The files are ready to upload</source>
        <translation>Les fichiers sont prêts à être envoyés</translation>
    </message>
    <message>
        <source>Train it elsewhere, bring it back</source>
        <translation>L’entraîner ailleurs, le rapporter</translation>
    </message>
    <message>
        <source>A folder with your data and all settings, to train the same on a rented or a friend&apos;s computer.</source>
        <translation>Un dossier avec vos données et tous les réglages, pour entraîner la même chose sur l’ordinateur d’un ami ou un ordinateur loué.</translation>
    </message>
    <message>
        <source>2. Follow the steps in its README.md there.</source>
        <translation>2. Suivez là-bas les étapes de son README.md.</translation>
    </message>
    <message>
        <source>3. Bring the adapter that it writes back: drop it below.</source>
        <translation>3. Rapportez l’adaptateur qu’il écrit : déposez-le ci-dessous.</translation>
    </message>
    <message>
        <source>Reads pictures or sound as the base model does: that file was copied, too.</source>
        <translation>Lit les images ou le son comme le modèle de base : ce fichier a été copié aussi.</translation>
    </message>
    <message>
        <source>It answers as it does here.</source>
        <translation>Il répond comme ici.</translation>
    </message>
    <message>
        <source>It answers as it does here, though not always word for word.</source>
        <translation>Il répond comme ici, mais pas toujours mot pour mot.</translation>
    </message>
    <message>
        <source>It sees conversations as it did in training.</source>
        <translation>Il voit les conversations comme à l’entraînement.</translation>
    </message>
    <message>
        <source>Ollama shows it conversations differently from how it was trained.</source>
        <translation>Ollama lui montre les conversations autrement qu’à l’entraînement.</translation>
    </message>
    <message>
        <source> Where they differ, the model was undecided: rounding explains it.</source>
        <translation> Là où elles diffèrent, le modèle hésitait : l’arrondi l’explique.</translation>
    </message>
    <message>
        <source>Ends its answers by itself.</source>
        <translation>Termine ses réponses de lui-même.</translation>
    </message>
    <message>
        <source>Does not always end its answers. Training longer helps.</source>
        <translation>Ne termine pas toujours ses réponses. Un entraînement plus long aide.</translation>
    </message>
    <message>
        <source>only you can see it</source>
        <translation>vous seul pouvez le voir</translation>
    </message>
    <message>
        <source>everybody can see it</source>
        <translation>tout le monde peut le voir</translation>
    </message>
    <message>
        <source>{files} online, {bytes}; {seen}.</source>
        <translation>{files} en ligne, {bytes} ; {seen}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} files are</source>
        <comment>{n} file is</comment>
        <translation>
            <numerusform>{n} fichier est</numerusform>
            <numerusform>{n} fichiers sont</numerusform>
        </translation>
    </message>
    <message>
        <source>{steps} trained there.</source>
        <translation>{steps} entraînés là-bas.</translation>
    </message>
    <message numerus="yes">
        <source>{n} steps were</source>
        <comment>{n} step was</comment>
        <translation>
            <numerusform>{n} pas a été</numerusform>
            <numerusform>{n} pas ont été</numerusform>
        </translation>
    </message>
    <message>
        <source>Loss on unseen examples: {eval_loss_before} before, </source>
        <translation>Perte sur des exemples non vus : {eval_loss_before} avant, </translation>
    </message>
    <message>
        <source>{text}{eval_loss_after} now.</source>
        <translation>{text}{eval_loss_after} maintenant.</translation>
    </message>
    <message>
        <source> · loss {loss}</source>
        <translation> · perte {loss}</translation>
    </message>
    <message>
        <source>Step {step}{loss}</source>
        <translation>Pas {step}{loss}</translation>
    </message>
    <message>
        <source>Chosen because the usual file would take over half of your memory.</source>
        <translation>Choisi parce que le fichier habituel prendrait plus de la moitié de votre mémoire.</translation>
    </message>
    <message>
        <source>As trained, a little larger ({base})</source>
        <translation>Comme entraîné, un peu plus gros ({base})</translation>
    </message>
    <message>
        <source>As trained ({base})</source>
        <translation>Comme entraîné ({base})</translation>
    </message>
    <message>
        <source>As trained</source>
        <translation>Comme entraîné</translation>
    </message>
    <message>
        <source>As small as the model you trained, and adjusted to keep what it learnt. Takes some minutes.</source>
        <translation>Aussi petit que le modèle entraîné, et ajusté pour garder ce qu’il a appris. Prend quelques minutes.</translation>
    </message>
    <message>
        <source>At most a tenth larger than the model you trained, and adjusted to keep more of what it learnt. Takes some minutes.</source>
        <translation>Au plus un dixième plus gros que le modèle entraîné, et ajusté pour garder davantage de ce qu’il a appris. Prend quelques minutes.</translation>
    </message>
    <message>
        <source>{about} Compare first: it may lose what was learnt.</source>
        <translation>{about} Comparez d’abord : il peut perdre ce qu’il a appris.</translation>
    </message>
    <message>
        <source>Uses 8 bits for what it learnt, as fewer would lose it. The usual choice.</source>
        <translation>Prend 8 bits pour ce qu’il a appris, car moins le perdrait. Le choix habituel.</translation>
    </message>
    <message>
        <source>As precise as the model you trained. The usual choice.</source>
        <translation>Aussi précis que le modèle entraîné. Le choix habituel.</translation>
    </message>
    <message>
        <source>Use letters, digits, dots and dashes only, as in my-model.</source>
        <translation>N’utilisez que lettres, chiffres, points et tirets, comme mon-modele.</translation>
    </message>
    <message>
        <source>Enter your name on the hub, a slash, and a name for the model.</source>
        <translation>Entrez votre nom sur le hub, une barre oblique et un nom pour le modèle.</translation>
    </message>
    <message>
        <source>Use the form your-name/my-model.</source>
        <translation>Utilisez la forme votre-nom/mon-modele.</translation>
    </message>
    <message>
        <source>Keeps what was learnt ({finer})</source>
        <translation>Garde ce qui a été appris ({finer})</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>non mesuré</translation>
    </message>
    <message>
        <source>under 0.1%</source>
        <translation>moins de 0,1 %</translation>
    </message>
    <message>
        <source>{shown}: too much</source>
        <translation>{shown} : trop</translation>
    </message>
    <message>
        <source>{shown}: noticeable</source>
        <translation>{shown} : se sent</translation>
    </message>
    <message>
        <source>Give it a name.</source>
        <translation>Donnez-lui un nom.</translation>
    </message>
    <message>
        <source>Replace &amp;it</source>
        <translation>Le &amp;remplacer</translation>
    </message>
    <message>
        <source>Ollama has another model of that name</source>
        <translation>Ollama a un autre modèle de ce nom</translation>
    </message>
    <message>
        <source>Ollama does not answer</source>
        <translation>Ollama ne répond pas</translation>
    </message>
    <message>
        <source>LM Studio was not found</source>
        <translation>LM Studio n&apos;a pas été trouvé</translation>
    </message>
    <message>
        <source>Write the files</source>
        <translation>Écrire les fichiers</translation>
    </message>
    <message>
        <source>Check them in llama.cpp</source>
        <translation>Les vérifier dans llama.cpp</translation>
    </message>
    <message>
        <source>Read them back</source>
        <translation>Les relire</translation>
    </message>
    <message>
        <source>Compare its answers</source>
        <translation>Comparer ses réponses</translation>
    </message>
    <message>
        <source>Add it to Ollama</source>
        <translation>L’ajouter à Ollama</translation>
    </message>
    <message>
        <source>Compare its answers in Ollama</source>
        <translation>Comparer ses réponses dans Ollama</translation>
    </message>
    <message>
        <source>Other files are there already</source>
        <translation>D’autres fichiers y sont déjà</translation>
    </message>
    <message>
        <source>Choose another place, or replace them.</source>
        <translation>Choisissez un autre endroit, ou remplacez-les.</translation>
    </message>
    <message>
        <source>Choose another name, or replace that model.</source>
        <translation>Choisissez un autre nom, ou remplacez ce modèle.</translation>
    </message>
    <message>
        <source>Open LM Studio once and look again, or choose a folder and add it in LM Studio under My Models.</source>
        <translation>Ouvrez LM Studio une fois et regardez à nouveau, ou choisissez un dossier et ajoutez-le dans LM Studio sous « My Models ».</translation>
    </message>
    <message>
        <source>This run has learnt nothing yet</source>
        <translation>Cet entraînement n&apos;a encore rien appris</translation>
    </message>
    <message>
        <source>Train until its first checkpoint is saved.</source>
        <translation>Entraînez jusqu&apos;à son premier point de reprise.</translation>
    </message>
    <message>
        <source>The file would lose what was learnt</source>
        <translation>Il aurait oublié ce qu’il a appris</translation>
    </message>
    <message>
        <source>Choose larger weights, such as F16, and export again.</source>
        <translation>Choisissez des poids plus gros, comme F16, et exportez à nouveau.</translation>
    </message>
    <message>
        <source>Get one below, and save it.</source>
        <translation>Obtenez-en un ci-dessous, et enregistrez-le.</translation>
    </message>
    <message>
        <source>Get one that can write, and save it below.</source>
        <translation>Obtenez-en un qui permet d’écrire, et enregistrez-le ci-dessous.</translation>
    </message>
    <message>
        <source>Get a new one below, and save it.</source>
        <translation>Obtenez-en un nouveau ci-dessous, et enregistrez-le.</translation>
    </message>
    <message>
        <source>Choose smaller weights, and export again.</source>
        <translation>Choisissez des poids plus petits, et exportez à nouveau.</translation>
    </message>
    <message>
        <source>{message} Put it back where it was during the training.</source>
        <translation>{message} Remettez-le là où il était pendant l’entraînement.</translation>
    </message>
    <message>
        <source>The hub asks for a token</source>
        <translation>Le hub demande un jeton d&apos;accès</translation>
    </message>
    <message>
        <source>This token can only read</source>
        <translation>Ce jeton d&apos;accès peut seulement lire</translation>
    </message>
    <message>
        <source>The hub refuses the token</source>
        <translation>Le hub refuse le jeton d&apos;accès</translation>
    </message>
    <message>
        <source>The file is too large for the hub</source>
        <translation>Le fichier est trop gros pour le hub</translation>
    </message>
    <message>
        <source>The model that you trained is not there</source>
        <translation>Le modèle de l&apos;entraînement n&apos;est pas là</translation>
    </message>
    <message>
        <source>Go to &amp;Model</source>
        <translation>Aller à &amp;Modèle</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>Cela n&apos;a pas marché</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexité</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Coûte</translation>
    </message>
    <message>
        <source>Same answers</source>
        <translation>Mêmes réponses</translation>
    </message>
    <message>
        <source>Keeps</source>
        <translation>Garde</translation>
    </message>
    <message>
        <source>Type of weights</source>
        <translation>Type des poids</translation>
    </message>
    <message>
        <source>Co&amp;mpare the types</source>
        <translation>Co&amp;mparer les types</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>&amp;Poids</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>oui</translation>
    </message>
    <message>
        <source>no</source>
        <translation>non</translation>
    </message>
    <message>
        <source>Recommended: {name}{matrix}, the smallest that keeps what it learnt and answers as well.</source>
        <translation>Recommandé : {name}{matrix}, le plus petit qui garde ce qui a été appris et répond aussi bien.</translation>
    </message>
    <message>
        <source>Use an im&amp;portance matrix</source>
        <translation>Utiliser une matrice d&apos;im&amp;portance</translation>
    </message>
    <message>
        <source>{shown} · about {size}</source>
        <translation>{shown} · environ {size}</translation>
    </message>
    <message>
        <source> with importance matrix</source>
        <translation> avec matrice d&apos;importance</translation>
    </message>
    <message>
        <source>{item} · recommended</source>
        <translation>{item} · conseillé</translation>
    </message>
    <message>
        <source>What each type costs</source>
        <translation>Ce que coûte chaque type</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>Vers où</translation>
    </message>
    <message>
        <source>Open its &amp;page</source>
        <translation>Ouvrir sa &amp;page</translation>
    </message>
    <message>
        <source>Get a toke&amp;n</source>
        <translation>Obtenir un &amp;jeton</translation>
    </message>
    <message>
        <source>&amp;Save token</source>
        <translation>&amp;Enregistrer le jeton</translation>
    </message>
    <message>
        <source>made as small as you like on this computer</source>
        <translation>aussi petit que vous voulez sur cet ordinateur</translation>
    </message>
    <message>
        <source>Files to download</source>
        <translation>Fichiers à télécharger</translation>
    </message>
    <message>
        <source>Trains here: {text}</source>
        <translation>S&apos;entraîne ici : {text}</translation>
    </message>
    <message>
        <source>{model} · licence: {licence}</source>
        <translation>{model} · licence : {licence}</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>non indiquée</translation>
    </message>
    <message>
        <source>Its description can be read on its page.</source>
        <translation>Sa description se lit sur sa page.</translation>
    </message>
    <message>
        <source>Its owner has written no description.</source>
        <translation>Son propriétaire n&apos;a pas écrit de description.</translation>
    </message>
    <message>
        <source>training needs about {need} · </source>
        <translation>l&apos;entraînement demande environ {need} · </translation>
    </message>
    <message>
        <source>fits</source>
        <translation>convient</translation>
    </message>
    <message>
        <source>{weight} · training needs about {need}: {word}</source>
        <translation>{weight} · l&apos;entraînement demande environ {need} : {word}</translation>
    </message>
    <message>
        <source>The original (safetensors), {bytes}</source>
        <translation>L&apos;original (safetensors), {bytes}</translation>
    </message>
    <message>
        <source>{bytes} in {count} files</source>
        <translation>{bytes} en {count} fichiers</translation>
    </message>
    <message>
        <source> and {others} more</source>
        <translation> et {others} de plus</translation>
    </message>
    <message>
        <source>Also there: {named}{more}.</source>
        <translation>Là aussi : {named}{more}.</translation>
    </message>
    <message>
        <source>&lt;b&gt;This model is gated.&lt;/b&gt; Open its page, log in and accept its licence. Then get an access token that can read, and save it here. One token is good for all gated models.</source>
        <translation>&lt;b&gt;L’accès à ce modèle est restreint.&lt;/b&gt; Ouvrez sa page, connectez-vous et acceptez sa licence. Obtenez ensuite un jeton d’accès qui permet de lire, et enregistrez-le ici. Un jeton vaut pour tous ces modèles.</translation>
    </message>
    <message>
        <source>GGUF or safetensors</source>
        <translation>GGUF ou safetensors</translation>
    </message>
    <message>
        <source>GGUF (ready to use)</source>
        <translation>GGUF (prêt à l&apos;emploi)</translation>
    </message>
    <message>
        <source>safetensors (originals)</source>
        <translation>safetensors (originaux)</translation>
    </message>
    <message>
        <source>Choose a model, or search for another.</source>
        <translation>Choisissez un modèle, ou cherchez-en un autre.</translation>
    </message>
    <message>
        <source>Luthier is set to stay offline: no search, no downloads.</source>
        <translation>Luthier est réglé pour rester hors ligne : ni recherche, ni téléchargement.</translation>
    </message>
    <message>
        <source>Good choices for this computer, with {memory} of memory.</source>
        <translation>Bons choix pour cet ordinateur, avec {memory} de mémoire.</translation>
    </message>
    <message>
        <source>Fil&amp;ters</source>
        <translation>Fil&amp;tres</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>Toutes les tailles</translation>
    </message>
    <message>
        <source>Up to {n} GB</source>
        <translation>Jusqu&apos;à {n} Go</translation>
    </message>
    <message>
        <source>Up to {n} MB</source>
        <translation>Jusqu&apos;à {n} Mo</translation>
    </message>
    <message>
        <source>Any licence</source>
        <translation>Toutes les licences</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Chercher</translation>
    </message>
    <message>
        <source>Allow the net&amp;work</source>
        <translation>Autoriser le &amp;réseau</translation>
    </message>
    <message>
        <source>Search words</source>
        <translation>Mots à chercher</translation>
    </message>
    <message>
        <source>Name of a model, such as smollm2 instruct</source>
        <translation>Nom d&apos;un modèle, par exemple smollm2 instruct</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Largest size</source>
        <translation>Taille maximale</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licence</translation>
    </message>
    <message>
        <source>F&amp;its this machine</source>
        <translation>&amp;Convient à cet ordinateur</translation>
    </message>
    <message>
        <source>Models found</source>
        <translation>Modèles trouvés</translation>
    </message>
    <message>
        <source>Models to start &amp;with</source>
        <translation>Modèles pour &amp;débuter</translation>
    </message>
    <message>
        <source>The settings cannot be read</source>
        <translation>Les réglages ne peuvent pas être lus</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Hors ligne</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>La recherche a été annulée.</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Interrogation de Hugging Face…</translation>
    </message>
    <message>
        <source>The search did not work</source>
        <translation>La recherche n&apos;a pas fonctionné</translation>
    </message>
    <message>
        <source>Nothing found. Fewer words or filters may help.</source>
        <translation>Rien trouvé. Moins de mots ou de filtres peuvent aider.</translation>
    </message>
    <message>
        <source>{count} found, most downloaded first.</source>
        <translation>{count} trouvés, les plus téléchargés d&apos;abord.</translation>
    </message>
    <message>
        <source>The settings cannot be changed</source>
        <translation>Les réglages ne peuvent pas être changés</translation>
    </message>
    <message>
        <source>Det&amp;ails</source>
        <translation>Dét&amp;ails</translation>
    </message>
    <message>
        <source>&amp;Talk to it as it is</source>
        <translation>&amp;Discuter avec lui tel quel</translation>
    </message>
    <message>
        <source>Take it &amp;off the list</source>
        <translation>Retirer de la &amp;liste</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>Le fichier reste où il est.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Trains here:&lt;/b&gt; {text}</source>
        <translation>&lt;b&gt;S&apos;entraîne ici :&lt;/b&gt; {text}</translation>
    </message>
    <message>
        <source>{name}. Trains here: {text}</source>
        <translation>{name}. S&apos;entraîne ici : {text}</translation>
    </message>
    <message>
        <source>Filter the models</source>
        <translation>Filtrer les modèles</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtrer</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modèles sur cet ordinateur</translation>
    </message>
    <message>
        <source>Clear the filt&amp;er</source>
        <translation>Effacer le &amp;filtre</translation>
    </message>
    <message>
        <source>Choose a model in the list.</source>
        <translation>Choisissez un modèle dans la liste.</translation>
    </message>
    <message>
        <source>Looking for models on this disk…</source>
        <translation>Recherche de modèles sur ce disque…</translation>
    </message>
    <message>
        <source>The models could not be listed</source>
        <translation>Les modèles n&apos;ont pas pu être listés</translation>
    </message>
    <message>
        <source>None of the {found} models here has “{filter}” in its name or in the line below it.</source>
        <translation>Aucun des {found} modèles d&apos;ici n&apos;a « {filter} » dans son nom ou la ligne en dessous.</translation>
    </message>
    <message>
        <source>{shown} of {found} shown.</source>
        <translation>{shown} affichés sur {found}.</translation>
    </message>
    <message>
        <source>{name} was not added</source>
        <translation>{name} n&apos;a pas été ajouté</translation>
    </message>
    <message>
        <source>{name} (the sample)</source>
        <translation>{name} (l&apos;exemple)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>A&amp;nnuler</translation>
    </message>
    <message>
        <source>It is still in the bin</source>
        <translation>Il est encore dans la corbeille</translation>
    </message>
    <message>
        <source>Move it to the &amp;bin</source>
        <translation>Mettre à la &amp;corbeille</translation>
    </message>
    <message>
        <source>A&amp;dd</source>
        <translation>A&amp;jouter</translation>
    </message>
    <message>
        <source>A &amp;file…</source>
        <translation>Un &amp;fichier…</translation>
    </message>
    <message>
        <source>A f&amp;older…</source>
        <translation>Un &amp;dossier…</translation>
    </message>
    <message>
        <source>&amp;Look for models again</source>
        <translation>&amp;Rechercher à nouveau des modèles</translation>
    </message>
    <message>
        <source>Only the sample is here. Get a model from Hugging Face, or drop a GGUF file or a model folder here.</source>
        <translation>Il n’y a ici que l’exemple. Obtenez un modèle de Hugging Face, ou déposez ici un fichier GGUF ou le dossier d’un modèle.</translation>
    </message>
    <message>
        <source>Moving {name} to the bin…</source>
        <translation>Mise à la corbeille de {name}…</translation>
    </message>
    <message>
        <source>{name} stays where it is</source>
        <translation>{name} reste où il est</translation>
    </message>
    <message>
        <source>A part of {name} is in the bin</source>
        <translation>Une partie de {name} est dans la corbeille</translation>
    </message>
    <message>
        <source>The system&apos;s bin did not take {path}. Delete it in your files.</source>
        <translation>La corbeille du système n&apos;a pas pris {path}. Supprimez-le dans vos fichiers.</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Choisir un modèle</translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors)</source>
        <translation>Modèles (*.gguf *.safetensors)</translation>
    </message>
    <message>
        <source>Choose a folder with safetensors</source>
        <translation>Choisir un dossier avec des safetensors</translation>
    </message>
    <message>
        <source>Comes with Luthier</source>
        <translation>Fourni avec Luthier</translation>
    </message>
    <message>
        <source>From {source}</source>
        <translation>De {source}</translation>
    </message>
    <message>
        <source>A model is being converted.</source>
        <translation>Un modèle est en cours de conversion.</translation>
    </message>
    <message>
        <source>On this &amp;computer</source>
        <translation>Sur cet &amp;ordinateur</translation>
    </message>
    <message>
        <source>From &amp;Hugging Face</source>
        <translation>De &amp;Hugging Face</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>&amp;Use this model</source>
        <translation>&amp;Utiliser ce modèle</translation>
    </message>
    <message>
        <source>&amp;Download</source>
        <translation>&amp;Télécharger</translation>
    </message>
    <message>
        <source>The download cannot be deleted</source>
        <translation>Le téléchargement ne peut pas être supprimé</translation>
    </message>
    <message>
        <source>Trains a smaller copy ({picked}). The original stays.</source>
        <translation>Entraîne une copie plus petite ({picked}). L’original reste.</translation>
    </message>
    <message>
        <source>This model does not train here.</source>
        <translation>Ce modèle ne s&apos;entraîne pas ici.</translation>
    </message>
    <message>
        <source>{bytes} to download</source>
        <translation>{bytes} à télécharger</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>fits this machine</source>
        <translation>convient à cet ordinateur</translation>
    </message>
    <message>
        <source>too large for this machine</source>
        <translation>trop grand pour cet ordinateur</translation>
    </message>
    <message>
        <source>does not train</source>
        <translation>ne s&apos;entraîne pas</translation>
    </message>
    <message>
        <source>No. {trouble} {hint}</source>
        <translation>Non. {trouble} {hint}</translation>
    </message>
    <message>
        <source>Not now: needs {need} of {free} free for training. Close other programs, or take a smaller model.</source>
        <translation>Pas maintenant : il faut {need} sur {free} libres pour l&apos;entraînement. Fermez d&apos;autres programmes, ou prenez un modèle plus petit.</translation>
    </message>
    <message>
        <source>Yes, but tightly: needs {need} of {free} free for training.</source>
        <translation>Oui, mais juste : il faut {need} sur {free} libres pour l&apos;entraînement.</translation>
    </message>
    <message>
        <source>small, for a first try</source>
        <translation>petit, pour un premier essai</translation>
    </message>
    <message>
        <source>Yes, needs {need} of {free} free for training.</source>
        <translation>Oui, il faut {need} sur {free} libres pour l&apos;entraînement.</translation>
    </message>
    <message>
        <source>Yes, made smaller: as {smaller} it {short} of {budget} free for training.</source>
        <translation>Oui, réduit : en {smaller}, {short} ; {budget} sont libres pour l&apos;entraînement.</translation>
    </message>
    <message>
        <source>as {smaller} {short}</source>
        <translation>en {smaller} {short}</translation>
    </message>
    <message>
        <source>needs about {need}</source>
        <translation>demande environ {need}</translation>
    </message>
    <message>
        <source>, tight</source>
        <translation>, juste</translation>
    </message>
    <message>
        <source>, too large now</source>
        <translation>, trop pour l&apos;instant</translation>
    </message>
    <message>
        <source>used by 1 run</source>
        <translation>utilisé par 1 entraînement</translation>
    </message>
    <message>
        <source>used by {n_runs} runs</source>
        <translation>utilisé par {n_runs} entraînements</translation>
    </message>
    <message>
        <source> and others</source>
        <translation> et d&apos;autres</translation>
    </message>
    <message>
        <source>not named. Ask its publisher before you share what you train from it</source>
        <translation>non indiquée. Demandez à son éditeur avant de partager ce que vous en entraînez</translation>
    </message>
    <message>
        <source>{name} ({bytes}) is in the bin.</source>
        <translation>{name} ({bytes}) est dans la corbeille.</translation>
    </message>
    <message>
        <source>Without it, {shown} cannot be continued, exported or used in Chat.</source>
        <translation>Sans lui, {shown} ne peut ni continuer, ni être exporté, ni répondre.</translation>
    </message>
    <message>
        <source>{weights}, {parameters} parameters</source>
        <translation>{weights}, {parameters} paramètres</translation>
    </message>
    <message>
        <source>GGUF file</source>
        <translation>fichier GGUF</translation>
    </message>
    <message>
        <source>safetensors folder</source>
        <translation>dossier safetensors</translation>
    </message>
    <message>
        <source>{context} tokens, about {words} words</source>
        <translation>{context} jetons, environ {words} mots</translation>
    </message>
    <message>
        <source>Yes: it knows whose turn it is</source>
        <translation>Oui : il sait à qui le tour</translation>
    </message>
    <message>
        <source>No: it continues text</source>
        <translation>Non : il poursuit le texte</translation>
    </message>
    <message>
        <source>, so it can learn from conversations</source>
        <translation>, il peut donc apprendre de conversations</translation>
    </message>
    <message>
        <source>, so train it on plain text</source>
        <translation>, entraînez-le donc sur du texte suivi</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Famille</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>Best here</source>
        <translation>Le mieux ici</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>too large for this computer now</source>
        <translation>trop grand pour cet ordinateur en ce moment</translation>
    </message>
    <message>
        <source>fits this computer, but tightly</source>
        <translation>tient sur cet ordinateur, mais de justesse</translation>
    </message>
    <message>
        <source>good choice for this computer</source>
        <translation>bon choix pour cet ordinateur</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Modèle de dialogue</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>Utilisé par</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>aucun entraînement</translation>
    </message>
    <message>
        <source>free for any use</source>
        <translation>libre pour tout usage</translation>
    </message>
    <message>
        <source>{licence}, which {licence_note}</source>
        <translation>{licence}, qui {licence_note}</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>restreint</translation>
    </message>
    <message>
        <source>{downloads} downloads</source>
        <translation>{downloads} téléchargements</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>inconnu</translation>
    </message>
    <message>
        <source>This version of Luthier does not train its architecture ({which}).</source>
        <translation>Cette version de Luthier n&apos;entraîne pas son architecture ({which}).</translation>
    </message>
    <message>
        <source>Training needs about {need}: too much for this machine.</source>
        <translation>L&apos;entraînement demande environ {need} : trop pour cette machine.</translation>
    </message>
    <message>
        <source>Trains here: training its smallest form needs about {need}.</source>
        <translation>S&apos;entraîne ici : sa plus petite forme demande environ {need}.</translation>
    </message>
    <message>
        <source>{name} · {bytes} · training: {takes}</source>
        <translation>{name} · {bytes} · durée : {takes}</translation>
    </message>
    <message>
        <source>Progress of {title}</source>
        <translation>Progression de {title}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Fichiers</translation>
    </message>
    <message>
        <source>Progress of {name}</source>
        <translation>Progression de {name}</translation>
    </message>
    <message>
        <source>connection lost, trying again</source>
        <translation>connexion perdue, nouvel essai</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>en attente</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>vérification</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Not finished · {done} of {total}</source>
        <translation>Inachevé · {done} sur {total}</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>En attente</translation>
    </message>
    <message>
        <source>Stopped. The part that was downloaded is kept.</source>
        <translation>Arrêté. Ce qui est venu est gardé.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Annulé.</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} sur {total}</translation>
    </message>
    <message>
        <source>Done: {size} in {seconds}, checksums right.</source>
        <translation>Fait : {size} en {seconds}, sommes de contrôle justes.</translation>
    </message>
    <message>
        <source>Done in {seconds}: {before} before, {after} now. {notes}</source>
        <translation>Fait en {seconds} : {before} avant, {after} maintenant. {notes}</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Terminé.</translation>
    </message>
    <message>
        <source>Downloads and conversions</source>
        <translation>Téléchargements et conversions</translation>
    </message>
    <message>
        <source>To lose little in so small a file, the model first reads some text, which takes a while. Choose text like what you will use it for.</source>
        <translation>Pour perdre peu dans un fichier si petit, le modèle lit d’abord du texte, ce qui prend un moment. Choisissez un texte proche de votre usage.</translation>
    </message>
    <message>
        <source>Types of weights</source>
        <translation>Types de poids</translation>
    </message>
    <message>
        <source>Sho&amp;w all types</source>
        <translation>Montrer &amp;tous les types</translation>
    </message>
    <message>
        <source>Ma&amp;ke this file</source>
        <translation>&amp;Faire ce fichier</translation>
    </message>
    <message>
        <source>Text to lear&amp;n from</source>
        <translation>Texte à appre&amp;ndre</translation>
    </message>
    <message>
        <source>Text and rows (*.txt *.md *.jsonl *.json);;All files (*)</source>
        <translation>Texte et lignes (*.txt *.md *.jsonl *.json);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>A text or JSONL file</source>
        <translation>Un fichier texte ou JSONL</translation>
    </message>
    <message>
        <source>Convert and make it smaller</source>
        <translation>Convertir et réduire</translation>
    </message>
    <message>
        <source>Make it smaller</source>
        <translation>Le réduire</translation>
    </message>
    <message>
        <source>&lt;b&gt;{what}.&lt;/b&gt; Takes less memory; very small files answer worse. The original stays.</source>
        <translation>&lt;b&gt;{what}.&lt;/b&gt; Prend moins de mémoire ; les très petits fichiers répondent moins bien. L’original reste.</translation>
    </message>
    <message>
        <source>Use the file as it is.</source>
        <translation>Utiliser le fichier tel quel.</translation>
    </message>
    <message>
        <source>{quantization} · as it is, {bytes}</source>
        <translation>{quantization} · tel quel, {bytes}</translation>
    </message>
    <message>
        <source>too large now</source>
        <translation>trop pour l&apos;instant</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>juste</translation>
    </message>
    <message>
        <source>{name} · about {weights}, training needs about {need}: {word}</source>
        <translation>{name} · environ {weights}, l&apos;entraînement demande environ {need} : {word}</translation>
    </message>
    <message>
        <source>Grap&amp;hs</source>
        <translation>&amp;Graphiques</translation>
    </message>
    <message>
        <source>Answers over ti&amp;me</source>
        <translation>Réponses au fil du te&amp;mps</translation>
    </message>
    <message>
        <source>Settin&amp;gs</source>
        <translation>&amp;Réglages</translation>
    </message>
    <message>
        <source>&amp;What happened</source>
        <translation>&amp;Ce qui s&apos;est passé</translation>
    </message>
    <message>
        <source>Views of the run</source>
        <translation>Que voir de l&apos;entraînement</translation>
    </message>
    <message>
        <source>step {value}</source>
        <translation>pas {value}</translation>
    </message>
    <message>
        <source>after {value}</source>
        <translation>après {value}</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Bon</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Remarque</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Avertissement</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Erreur</translation>
    </message>
    <message>
        <source>&amp;Copy details</source>
        <translation>&amp;Copier les détails</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Y aller</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>Arrêter et garder</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lecture</translation>
    </message>
    <message>
        <source>This run&apos;s records are being read.</source>
        <translation>Ce que cet entraînement a noté est en cours de lecture.</translation>
    </message>
    <message>
        <source>Go to {title}</source>
        <translation>Aller à {title}</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>&amp;Reprendre</translation>
    </message>
    <message>
        <source>Keep &amp;waiting</source>
        <translation>Attendre en&amp;core</translation>
    </message>
    <message>
        <source>Restart from the &amp;last checkpoint</source>
        <translation>Redémarrer du &amp;dernier point de reprise</translation>
    </message>
    <message>
        <source>Is it better?</source>
        <translation>Est-ce mieux ?</translation>
    </message>
    <message>
        <source>Rows that were &amp;kept for testing</source>
        <translation>Lignes gardées pour le &amp;test</translation>
    </message>
    <message>
        <source>Some of the rows that it was &amp;trained on</source>
        <translation>Certaines des lignes de son en&amp;traînement</translation>
    </message>
    <message>
        <source>Questions from a fi&amp;le</source>
        <translation>Questions d&apos;un fic&amp;hier</translation>
    </message>
    <message>
        <source>&amp;File with questions and answers</source>
        <translation>&amp;Fichier de questions et réponses</translation>
    </message>
    <message>
        <source>In the form of training data</source>
        <translation>Au format des données d&apos;entraînement</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Comparer avec</translation>
    </message>
    <message>
        <source>When an answer is right</source>
        <translation>Quand une réponse est juste</translation>
    </message>
    <message>
        <source>Text to look for</source>
        <translation>Texte recherché</translation>
    </message>
    <message>
        <source>Talk to &amp;it</source>
        <translation>&amp;Discuter avec lui</translation>
    </message>
    <message>
        <source>Ask &amp;both</source>
        <translation>Interroger les &amp;deux</translation>
    </message>
    <message>
        <source>the model before training</source>
        <translation>le modèle avant l’entraînement</translation>
    </message>
    <message>
        <source>What to ask</source>
        <translation>Que demander</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>&amp;Plus</translation>
    </message>
    <message>
        <source>Is it better? {title}</source>
        <translation>Est-ce mieux ? {title}</translation>
    </message>
    <message>
        <source>The answers are ready.</source>
        <translation>Les réponses sont prêtes.</translation>
    </message>
    <message>
        <source>The answers of {run} are ready.</source>
        <translation>Les réponses de {run} sont prêtes.</translation>
    </message>
    <message>
        <source>&amp;Show them</source>
        <translation>Le&amp;s afficher</translation>
    </message>
    <message>
        <source>The last time: {verdict}</source>
        <translation>La dernière fois : {verdict}</translation>
    </message>
    <message>
        <source>The models could not be asked</source>
        <translation>Les modèles n&apos;ont pas pu être interrogés</translation>
    </message>
    <message>
        <source>Choose the file with the questions.</source>
        <translation>Choisissez le fichier des questions.</translation>
    </message>
    <message>
        <source>Say which text to look for.</source>
        <translation>Indiquez le texte à rechercher.</translation>
    </message>
    <message>
        <source>The choice could not be kept</source>
        <translation>Le choix n’a pas pu être enregistré</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>Ce qui est demandé</translation>
    </message>
    <message>
        <source>Compare &amp;with</source>
        <translation>Co&amp;mparer avec</translation>
    </message>
    <message>
        <source>When an answer is &amp;right</source>
        <translation>Quand une réponse est &amp;juste</translation>
    </message>
    <message>
        <source>Res&amp;ume training</source>
        <translation>&amp;Reprendre l&apos;entraînement</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>Suivi</translation>
    </message>
    <message>
        <source>New &amp;training</source>
        <translation>Nouvel en&amp;traînement</translation>
    </message>
    <message>
        <source>&amp;Stop and keep</source>
        <translation>&amp;Arrêter et garder</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>A&amp;nnuler</translation>
    </message>
    <message>
        <source>Save chec&amp;kpoint</source>
        <translation>Enregistrer un &amp;point</translation>
    </message>
    <message>
        <source>Keeps what it has learnt so far, to go back to or to talk to.</source>
        <translation>Garde ce qu&apos;il a appris jusqu&apos;ici, pour y revenir ou pour lui parler.</translation>
    </message>
    <message>
        <source>Ask &amp;it now</source>
        <translation>L’&amp;interroger maintenant</translation>
    </message>
    <message>
        <source>A new training that begins with what this one has learnt.</source>
        <translation>Un nouvel entraînement qui part de ce que celui-ci a appris.</translation>
    </message>
    <message>
        <source>Again, with &amp;other settings</source>
        <translation>Encore, avec d’a&amp;utres réglages</translation>
    </message>
    <message>
        <source>A new training that begins where this one began.</source>
        <translation>Un nouvel entraînement qui part d’où celui-ci est parti.</translation>
    </message>
    <message>
        <source>The model answers its questions now, as far as it has learnt.</source>
        <translation>Le modèle répond maintenant à ses questions, selon ce qu&apos;il a appris.</translation>
    </message>
    <message>
        <source>Carr&amp;y on here</source>
        <translation>Continuer &amp;ici</translation>
    </message>
    <message>
        <source>Ends the training there, and goes on from its newest checkpoint on this computer.</source>
        <translation>Termine l&apos;entraînement là-bas et continue à partir de son point de contrôle le plus récent sur cet ordinateur.</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xporter</translation>
    </message>
    <message>
        <source>Is it bette&amp;r?</source>
        <translation>Est-ce m&amp;ieux ?</translation>
    </message>
    <message>
        <source>Asks the same questions of the model before and after the training.</source>
        <translation>Pose les mêmes questions au modèle d&apos;avant et d&apos;après l&apos;entraînement.</translation>
    </message>
    <message>
        <source>Train mor&amp;e</source>
        <translation>&amp;Entraîner encore</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>&amp;Détails</translation>
    </message>
    <message>
        <source>The training is about to end.</source>
        <translation>L&apos;entraînement va se terminer.</translation>
    </message>
    <message>
        <source>&amp;Back to the settings</source>
        <translation>&amp;Retour aux réglages</translation>
    </message>
    <message>
        <source>Show the r&amp;unning one</source>
        <translation>Afficher celui en &amp;cours</translation>
    </message>
    <message>
        <source>{title} is being trained.</source>
        <translation>{title} est en cours d&apos;entraînement.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Tout afficher</translation>
    </message>
    <message>
        <source>The wheel zooms, dragging moves; this button shows everything again.</source>
        <translation>La molette zoome, glisser déplace ; ceci montre tout à nouveau.</translation>
    </message>
    <message>
        <source>What the model is to answer now</source>
        <translation>À quoi le modèle doit répondre maintenant</translation>
    </message>
    <message>
        <source>Ask it something, or begin a text…</source>
        <translation>Posez une question, ou commencez un texte…</translation>
    </message>
    <message>
        <source>&amp;Answer now</source>
        <translation>&amp;Répondre maintenant</translation>
    </message>
    <message>
        <source>It is answered after the current step.</source>
        <translation>Il y est répondu après le pas en cours.</translation>
    </message>
    <message>
        <source>Before and now</source>
        <translation>Avant et maintenant</translation>
    </message>
    <message>
        <source>Answers to: {prompt}</source>
        <translation>Réponses à : {prompt}</translation>
    </message>
    <message>
        <source>(It says nothing.)</source>
        <translation>(Il ne dit rien.)</translation>
    </message>
    <message>
        <source>Sa&amp;ve graphs</source>
        <translation>&amp;Enregistrer les graphiques</translation>
    </message>
    <message>
        <source>As a &amp;picture (PNG)…</source>
        <translation>En &amp;image (PNG)…</translation>
    </message>
    <message>
        <source>As a &amp;table (CSV)…</source>
        <translation>En &amp;tableau (CSV)…</translation>
    </message>
    <message>
        <source>Save the graphs as a picture</source>
        <translation>Enregistrer les courbes en image</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Image (*.png)</translation>
    </message>
    <message>
        <source>Save the numbers as a table</source>
        <translation>Enregistrer les nombres en tableau</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tableau (*.csv)</translation>
    </message>
    <message>
        <source>It could not be saved</source>
        <translation>Enregistrement impossible</translation>
    </message>
    <message>
        <source>{why}. Choose another folder.</source>
        <translation>{why}. Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Partager</translation>
    </message>
    <message>
        <source>A picture of one answer before and after, to show to others.</source>
        <translation>Une image d’une réponse avant et après, à montrer aux autres.</translation>
    </message>
    <message>
        <source>{model} · {minutes} on {computer} · Luthier</source>
        <translation>{model} · {minutes} sur {computer} · Luthier</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>&amp;Ouvrir le dossier</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Enregistré</translation>
    </message>
    <message>
        <source>{name} is in the folder {folder}.</source>
        <translation>{name} est dans le dossier {folder}.</translation>
    </message>
    <message>
        <source>{parent} does not take the picture</source>
        <translation>{parent} n&apos;accepte pas l&apos;image</translation>
    </message>
    <message>
        <source>only rows that have some</source>
        <translation>seulement les lignes qui en ont</translation>
    </message>
    <message>
        <source>left out, and learnt not to think</source>
        <translation>écartées, et il apprend à ne pas réfléchir</translation>
    </message>
    <message>
        <source>Held-out data</source>
        <translation>Données réservées</translation>
    </message>
    <message>
        <source>Goes on from</source>
        <translation>Repart de</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>Commencé</translation>
    </message>
    <message>
        <source>{max_steps} steps</source>
        <translation>{max_steps} pas</translation>
    </message>
    <message>
        <source>{epochs} times all data</source>
        <translation>{epochs} fois toutes les données</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Durée</translation>
    </message>
    <message>
        <source>{context} tokens</source>
        <translation>{context} jetons</translation>
    </message>
    <message>
        <source>{rank}, strength {alpha}</source>
        <translation>{rank}, force {alpha}</translation>
    </message>
    <message>
        <source>Rows a step</source>
        <translation>Lignes par pas</translation>
    </message>
    <message>
        <source>Held out</source>
        <translation>Réservé</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>rien</translation>
    </message>
    <message>
        <source>every {eval_every} steps</source>
        <translation>tous les {eval_every} pas</translation>
    </message>
    <message>
        <source>before and after</source>
        <translation>avant et après</translation>
    </message>
    <message>
        <source>Evaluated</source>
        <translation>Évalué</translation>
    </message>
    <message>
        <source>every {save_every} steps</source>
        <translation>tous les {save_every} pas</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>à la fin</translation>
    </message>
    <message>
        <source>{saved}; the newest {keep_checkpoints} and the best stay</source>
        <translation>{saved} ; les {keep_checkpoints} plus récents et le meilleur restent</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Échantillon</translation>
    </message>
    <message>
        <source>Adapted parts</source>
        <translation>Parties adaptées</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Couches</translation>
    </message>
    <message>
        <source>the last answer only</source>
        <translation>la dernière réponse seulement</translation>
    </message>
    <message>
        <source>every turn</source>
        <translation>chaque tour</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Fils</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorité</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>Besides</source>
        <translation>De plus</translation>
    </message>
    <message>
        <source>falling in a line</source>
        <translation>descend en ligne droite</translation>
    </message>
    <message>
        <source>falling in a curve</source>
        <translation>descend en courbe</translation>
    </message>
    <message>
        <source>held</source>
        <translation>constant</translation>
    </message>
    <message>
        <source>What it was asked to do</source>
        <translation>Ce qui lui était demandé</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Ce qui s&apos;est passé</translation>
    </message>
    <message>
        <source>Nothing is training yet.

Start one on the Train page, or open an earlier one on the Runs page; its graphs appear here.</source>
        <translation>Rien ne s&apos;entraîne encore.

Commencez sur la page Entraîner, ou ouvrez un entraînement antérieur sur la page Historique ; ses graphiques apparaissent ici.</translation>
    </message>
    <message>
        <source>Here you can read how the model&apos;s answers change while it learns.

Ask it something above: it answers as it did before, and as it does now. Prompts that are written down on the Train page are answered by themselves at each evaluation.</source>
        <translation>Ici se lit comment les réponses du modèle changent pendant qu&apos;il apprend.

Demandez-lui quelque chose ci-dessus : il répond comme avant, et comme maintenant. Les questions notées page Entraîner reçoivent d&apos;elles-mêmes une réponse à chaque évaluation.</translation>
    </message>
    <message>
        <source>Here you will read what the model answers: before the training, and now. If your data has no questions, ask something under Details, Answers over time.</source>
        <translation>Vous lirez ici ce que le modèle répond : avant l’entraînement, et maintenant. Si vos données n’ont pas de questions, demandez quelque chose sous Détails, « Réponses au fil du temps ».</translation>
    </message>
    <message>
        <source>One of the questions that it learns from.</source>
        <translation>Une des questions dont il apprend.</translation>
    </message>
    <message>
        <source>Reading the run&apos;s records…</source>
        <translation>Lecture de ce qui a été noté…</translation>
    </message>
    <message>
        <source>Pausing after this step…</source>
        <translation>Pause après ce pas…</translation>
    </message>
    <message>
        <source>Stopping after this step…</source>
        <translation>Arrêt après ce pas…</translation>
    </message>
    <message>
        <source>Paused, {waits_for}</source>
        <translation>En pause, {waits_for}</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pause</translation>
    </message>
    <message>
        <source> in another program</source>
        <translation> dans un autre programme</translation>
    </message>
    <message>
        <source> on {computer}</source>
        <translation> sur {computer}</translation>
    </message>
    <message>
        <source>Training{where}: step {step}</source>
        <translation>Entraînement{where} : pas {step}</translation>
    </message>
    <message>
        <source>Training{where}</source>
        <translation>Entraînement{where}</translation>
    </message>
    <message>
        <source>Training{where}: the first step…</source>
        <translation>Entraînement{where} : premier pas…</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Démarrage</translation>
    </message>
    <message>
        <source> · {seconds_left} left</source>
        <translation> · encore {seconds_left}</translation>
    </message>
    <message>
        <source>The training has stopped. Resume it to ask here, or talk to it.</source>
        <translation>L’entraînement est arrêté. Reprenez-le pour poser une question ici, ou parlez au modèle.</translation>
    </message>
    <message>
        <source>The training has ended.</source>
        <translation>L&apos;entraînement est terminé.</translation>
    </message>
    <message>
        <source>Training is finished: talk to it.</source>
        <translation>L’entraînement est terminé : parlez au modèle.</translation>
    </message>
    <message>
        <source>Another program trains it.</source>
        <translation>Un autre programme l&apos;entraîne.</translation>
    </message>
    <message>
        <source>You can ask it as soon as the training has begun.</source>
        <translation>On peut lui poser des questions dès que l&apos;entraînement a commencé.</translation>
    </message>
    <message>
        <source>Before training</source>
        <translation>Avant l&apos;entraînement</translation>
    </message>
    <message>
        <source>After {steps}</source>
        <translation>Après {steps}</translation>
    </message>
    <message numerus="yes">
        <source>{n} steps</source>
        <comment>{n} step</comment>
        <translation>
            <numerusform>{n} pas</numerusform>
            <numerusform>{n} pas</numerusform>
        </translation>
    </message>
    <message>
        <source>After training</source>
        <translation>Après l&apos;entraînement</translation>
    </message>
    <message>
        <source>The training process has gone silent</source>
        <translation>Le processus d&apos;entraînement ne dit plus rien</translation>
    </message>
    <message>
        <source>It has been silent for {silence}: something outside Luthier stopped it, or it is stuck.</source>
        <translation>Rien n&apos;en est venu depuis {silence} : il a été arrêté du dehors, ou il est bloqué.</translation>
    </message>
    <message>
        <source>This step takes far longer than those before it</source>
        <translation>Ce pas prend bien plus longtemps que les précédents</translation>
    </message>
    <message>
        <source>The training process is there, but has made no progress for {silence}: it may be stuck.</source>
        <translation>Le processus d&apos;entraînement est là, mais n&apos;avance plus depuis {silence} : il est peut-être bloqué.</translation>
    </message>
    <message>
        <source>No checkpoint has been saved yet: to begin anew, cancel it and start it again.</source>
        <translation>Aucun point de reprise n&apos;est enregistré : pour recommencer, annulez et relancez.</translation>
    </message>
    <message>
        <source>If you restart it, everything up to the checkpoint of step {step} is kept.</source>
        <translation>Redémarrer ne perd rien jusqu&apos;au point de reprise du pas {step}.</translation>
    </message>
    <message>
        <source>{what} Luthier does not end it by itself. {kept}</source>
        <translation>{what} Il ne s&apos;arrête pas de lui-même. {kept}</translation>
    </message>
    <message>
        <source>graphics card</source>
        <translation>carte graphique</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Perte</translation>
    </message>
    <message>
        <source>each step</source>
        <translation>chaque pas</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>rejetées</translation>
    </message>
    <message>
        <source>used by training</source>
        <translation>pris par l&apos;entraînement</translation>
    </message>
    <message>
        <source>free</source>
        <translation>libre</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>norme du gradient</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Vitesse</translation>
    </message>
    <message>
        <source>Memory, GB</source>
        <translation>Mémoire, Go</translation>
    </message>
    <message>
        <source>Memory: the training process uses {rss}, at most {peak} so far{card}.</source>
        <translation>Mémoire : le processus d’entraînement utilise {rss}, au plus {peak} jusqu’ici{card}.</translation>
    </message>
    <message>
        <source>The system has {available} free.</source>
        <translation>Le système a {available} de libre.</translation>
    </message>
    <message>
        <source>Learning rate {rate} at the last step.</source>
        <translation>Taux d’apprentissage {rate} au dernier pas.</translation>
    </message>
    <message>
        <source>Gradient norm {norm} at the last step.</source>
        <translation>Norme du gradient {norm} au dernier pas.</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Apprentissage</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>lissée</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>évaluation</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>jetons/s</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>maximum</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>distance</translation>
    </message>
    <message>
        <source>How far off it still is (loss), lower is better</source>
        <translation>Ce qui lui manque encore (perte), plus bas est mieux</translation>
    </message>
    <message>
        <source>Size of the steps</source>
        <translation>Taille des pas</translation>
    </message>
    <message>
        <source>Memory that is free, GB</source>
        <translation>Mémoire libre, Go</translation>
    </message>
    <message>
        <source>Loss over {steps} steps: {first} at first, {loss} now, {smoothed} smoothed, {evaluated} at the last of {evaluations} evaluations.</source>
        <translation>Perte sur {steps} pas : {first} au début, {loss} maintenant, {smoothed} lissée, {evaluated} à la dernière de {evaluations} évaluations.</translation>
    </message>
    <message>
        <source>What it knew before: up to {low} kept, from {high} on much changed</source>
        <translation>Ce qu’il savait avant : gardé jusqu’à {low}, très changé à partir de {high}</translation>
    </message>
    <message>
        <source>How likely the answers are, in nats</source>
        <translation>Probabilité des réponses, en nats</translation>
    </message>
    <message>
        <source>Speed: {now} tokens per second now, {mean} on average.</source>
        <translation>Vitesse : {now} jetons par seconde maintenant, {mean} en moyenne.</translation>
    </message>
    <message>
        <source>; {on_card} of the graphics card&apos;s are taken</source>
        <translation>; {on_card} de la carte graphique sont pris</translation>
    </message>
    <message>
        <source>{name} is still in the bin: put it back from there.</source>
        <translation>{name} est encore dans la corbeille : remettez-le à sa place depuis celle-ci.</translation>
    </message>
    <message>
        <source>{name} could not be deleted: {why}.</source>
        <translation>{name} n&apos;a pas pu être supprimé : {why}.</translation>
    </message>
    <message>
        <source>{folder} is there already</source>
        <translation>{folder} existe déjà</translation>
    </message>
    <message>
        <source>{name} could not be put back: {why}.</source>
        <translation>{name} n&apos;a pas pu être remis : {why}.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pas</translation>
    </message>
    <message>
        <source>Tokens read, thousands</source>
        <translation>Jetons lus, milliers</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>Minutes</translation>
    </message>
    <message>
        <source>Loss of {runs} runs by {title}. In the end {names}.</source>
        <translation>Perte de {runs} entraînements selon {title}. À la fin {names}.</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>&amp;Pas</translation>
    </message>
    <message>
        <source>To&amp;kens</source>
        <translation>&amp;Jetons</translation>
    </message>
    <message>
        <source>Ti&amp;me</source>
        <translation>&amp;Temps</translation>
    </message>
    <message>
        <source>&amp;Back to the list</source>
        <translation>&amp;Retour à la liste</translation>
    </message>
    <message>
        <source>Horizontal axis of the losses</source>
        <translation>Selon quoi les pertes sont tracées</translation>
    </message>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>Enregistrer l&apos;&amp;image…</translation>
    </message>
    <message>
        <source>Save the &amp;numbers…</source>
        <translation>Enregistrer les &amp;nombres…</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Résultats</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>En quoi ils diffèrent</translation>
    </message>
    <message>
        <source>What they write</source>
        <translation>Ce qu&apos;ils écrivent</translation>
    </message>
    <message>
        <source>Model, data and all settings are the same.</source>
        <translation>Modèle, données et tous les réglages sont les mêmes.</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Enregistrer l&apos;image</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Images (*.png)</translation>
    </message>
    <message>
        <source>{path} could not be written. Choose another folder.</source>
        <translation>{path} n&apos;a pas pu être écrit. Choisissez un dossier à vous.</translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation>Enregistrer les nombres</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tableaux (*.csv)</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Historique</translation>
    </message>
    <message>
        <source>Show the lar&amp;gest</source>
        <translation>Voir les plus &amp;grands</translation>
    </message>
    <message>
        <source>Delete the&amp;m…</source>
        <translation>Les suppri&amp;mer…</translation>
    </message>
    <message>
        <source>Exports</source>
        <translation>Exports</translation>
    </message>
    <message>
        <source>Show the e&amp;xports</source>
        <translation>Voir les e&amp;xports</translation>
    </message>
    <message>
        <source>{free} free on this disk</source>
        <translation>{free} libres sur ce disque</translation>
    </message>
    <message>
        <source>Graphs, checkpoints and what was learnt</source>
        <translation>Graphiques, points de reprise et ce qui a été appris</translation>
    </message>
    <message>
        <source>Spare checkpoints</source>
        <translation>Points de reprise superflus</translation>
    </message>
    <message>
        <source>All but the newest and the best of each run</source>
        <translation>Tous sauf le plus récent et le meilleur de chaque entraînement</translation>
    </message>
    <message>
        <source>Downloaded and converted</source>
        <translation>Téléchargé et converti</translation>
    </message>
    <message>
        <source>Show the m&amp;odels</source>
        <translation>Montrer les m&amp;odèles</translation>
    </message>
    <message>
        <source>Files for other programs</source>
        <translation>Fichiers pour d’autres programmes</translation>
    </message>
    <message>
        <source>Temporary files</source>
        <translation>Fichiers temporaires</translation>
    </message>
    <message>
        <source>Made again when they are needed, in seconds to minutes</source>
        <translation>Refaits quand on en a besoin, en quelques secondes ou minutes</translation>
    </message>
    <message>
        <source>Cl&amp;ear them</source>
        <translation>Les &amp;vider</translation>
    </message>
    <message>
        <source>A running training needs them.</source>
        <translation>Un entraînement en cours en a besoin.</translation>
    </message>
    <message>
        <source>What Luthier keeps</source>
        <translation>Ce que Luthier garde</translation>
    </message>
    <message>
        <source>&amp;Put back</source>
        <translation>&amp;Remettre</translation>
    </message>
    <message>
        <source>Nothing was exported into Luthier&apos;s own folder yet.</source>
        <translation>Rien n&apos;a encore été exporté dans le dossier de Luthier.</translation>
    </message>
    <message>
        <source>{name} is in the bin.</source>
        <translation>{name} est dans la corbeille.</translation>
    </message>
    <message>
        <source>It stays.</source>
        <translation>Il reste.</translation>
    </message>
    <message>
        <source>It is back.</source>
        <translation>Il est de retour.</translation>
    </message>
    <message>
        <source>folder for Ollama</source>
        <translation>dossier pour Ollama</translation>
    </message>
    <message>
        <source>folder for Python</source>
        <translation>dossier pour Python</translation>
    </message>
    <message>
        <source>folder for a bigger machine</source>
        <translation>dossier pour une plus grosse machine</translation>
    </message>
    <message>
        <source>whole model</source>
        <translation>modèle entier</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>adaptateur</translation>
    </message>
    <message>
        <source>{trouble}
Damaged lines in what it recorded: {damaged_lines}.</source>
        <translation>{trouble}
Lignes abîmées dans ce qu&apos;il a noté : {damaged_lines}.</translation>
    </message>
    <message>
        <source>Name, tags and notes</source>
        <translation>Nom, étiquettes et notes</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Étiquettes</translation>
    </message>
    <message>
        <source>style, first try</source>
        <translation>style, premier essai</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notes</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Enregistrer</translation>
    </message>
    <message>
        <source>&amp;Train more, with other data…</source>
        <translation>&amp;Continuer l’entraînement, avec d’autres données…</translation>
    </message>
    <message>
        <source>A&amp;gain, with other settings…</source>
        <translation>Encore, avec d’a&amp;utres réglages…</translation>
    </message>
    <message>
        <source>&amp;Go back</source>
        <translation>&amp;Retour</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nom</translation>
    </message>
    <message>
        <source>&amp;Tags, with commas between</source>
        <translation>É&amp;tiquettes, séparées par des virgules</translation>
    </message>
    <message>
        <source>N&amp;otes</source>
        <translation>N&amp;otes</translation>
    </message>
    <message>
        <source>The run&apos;s folder keeps its name.</source>
        <translation>Le dossier de l&apos;entraînement garde son nom.</translation>
    </message>
    <message>
        <source>&amp;List</source>
        <translation>&amp;Liste</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>&amp;File d&apos;attente</translation>
    </message>
    <message>
        <source>D&amp;isk</source>
        <translation>D&amp;isque</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Vue</translation>
    </message>
    <message>
        <source>&amp;Actions</source>
        <translation>&amp;Actions</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>Co&amp;mparer</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Ouvrir</translation>
    </message>
    <message>
        <source>The runs cannot be read</source>
        <translation>Les entraînements ne peuvent pas être lus</translation>
    </message>
    <message>
        <source>This could not be saved</source>
        <translation>Ceci n&apos;a pas pu être enregistré</translation>
    </message>
    <message>
        <source>{name} is in the folder {parent}.</source>
        <translation>{name} est dans le dossier {parent}.</translation>
    </message>
    <message>
        <source>They cannot be compared</source>
        <translation>Ils ne peuvent pas être comparés</translation>
    </message>
    <message>
        <source>A run cannot be read</source>
        <translation>Un entraînement ne peut pas être lu</translation>
    </message>
    <message>
        <source>Choose a run folder</source>
        <translation>Choisir le dossier d&apos;un entraînement</translation>
    </message>
    <message>
        <source>Nothing waits.</source>
        <translation>Rien n&apos;attend.</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs wait</source>
        <comment>1 run waits</comment>
        <translation>
            <numerusform>{n} entraînement attend</numerusform>
            <numerusform>{n} entraînements attendent</numerusform>
        </translation>
    </message>
    <message>
        <source>{who} from last time. Continue with them?</source>
        <translation>{who} de la dernière fois. Doivent-ils continuer ?</translation>
    </message>
    <message>
        <source>{who}. The queue is paused{after}.</source>
        <translation>{who}. La file est suspendue{after}.</translation>
    </message>
    <message>
        <source>The queue is empty.

While a run is training, you can add more on the Train page. They train one after the other; one that fails does not stop the others.</source>
        <translation>La file est vide.

Pendant un entraînement, vous pouvez en ajouter d’autres sur la page Entraîner. Ils se font l’un après l’autre ; si l’un échoue, les autres continuent.</translation>
    </message>
    <message>
        <source>{who}. Each starts when the one before it ends.</source>
        <translation>{who}. Chacun commence quand le précédent se termine.</translation>
    </message>
    <message>
        <source>{who} until a training in another window or a terminal ends.</source>
        <translation>{who} jusqu’à ce qu’un entraînement se termine dans une autre fenêtre ou un terminal.</translation>
    </message>
    <message>
        <source>{who}. You stopped a run, so the next does not start by itself.</source>
        <translation>{who}. Vous avez arrêté un entraînement, le suivant ne commence donc pas de lui-même.</translation>
    </message>
    <message>
        <source>, and stays so when this run ends</source>
        <translation>, et le reste quand cet entraînement se termine</translation>
    </message>
    <message>
        <source>{who}. Start the queue to train them.</source>
        <translation>{who}. Lancez la file pour les faire.</translation>
    </message>
    <message>
        <source>&amp;Start the queue</source>
        <translation>&amp;Lancer la file</translation>
    </message>
    <message>
        <source>&amp;Go on with the queue</source>
        <translation>&amp;Reprendre la file</translation>
    </message>
    <message>
        <source>&amp;Queue ({n})</source>
        <translation>&amp;File d&apos;attente ({n})</translation>
    </message>
    <message>
        <source>Continues where it stopped</source>
        <translation>Reprend où il s&apos;est arrêté</translation>
    </message>
    <message>
        <source>{epochs:g} epochs</source>
        <translation>{epochs:g} époques</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>rang {rank}</translation>
    </message>
    <message>
        <source>rate {learning_rate}</source>
        <translation>taux {learning_rate}</translation>
    </message>
    <message numerus="yes">
        <source>Other computers train {n} runs of the queue.</source>
        <comment>Another computer trains a run of the queue.</comment>
        <translation>
            <numerusform>Un autre ordinateur fait un entraînement de la file.</numerusform>
            <numerusform>D&apos;autres ordinateurs font {n} entraînements de la file.</numerusform>
        </translation>
    </message>
    <message>
        <source>They finish the step and stop; what was learnt is kept, and the queue can continue it another time.</source>
        <translation>Ils finissent le pas et s&apos;arrêtent ; ce qui a été appris est gardé, et la file pourra le reprendre une autre fois.</translation>
    </message>
    <message>
        <source>&amp;Stop and close</source>
        <translation>&amp;Arrêter et fermer</translation>
    </message>
    <message>
        <source>step {step} / {steps} · {seconds_left} left</source>
        <translation>pas {step} / {steps} · encore {seconds_left}</translation>
    </message>
    <message>
        <source>On {machine} · {done}</source>
        <translation>Sur {machine} · {done}</translation>
    </message>
    <message>
        <source>Ot&amp;her computers help with the queue</source>
        <translation>D’au&amp;tres ordinateurs aident à la file</translation>
    </message>
    <message>
        <source>Runs that wait</source>
        <translation>Entraînements en attente</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>Vers le &amp;haut</translation>
    </message>
    <message>
        <source>&amp;Down</source>
        <translation>Vers le &amp;bas</translation>
    </message>
    <message>
        <source>Train this &amp;now</source>
        <translation>Entraîner celui-ci &amp;maintenant</translation>
    </message>
    <message>
        <source>Tr&amp;y again</source>
        <translation>&amp;Réessayer</translation>
    </message>
    <message>
        <source>Loo&amp;k at it</source>
        <translation>&amp;Le voir</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Retirer</translation>
    </message>
    <message>
        <source>&amp;Begin with a model</source>
        <translation>&amp;Commencer par un modèle</translation>
    </message>
    <message>
        <source>&amp;Pause the queue</source>
        <translation>&amp;Suspendre la file</translation>
    </message>
    <message>
        <source>Training now</source>
        <translation>En cours</translation>
    </message>
    <message>
        <source>Progress of the run that is trained</source>
        <translation>Progression de l&apos;entraînement en cours</translation>
    </message>
    <message>
        <source>L&amp;ook at it now</source>
        <translation>Le v&amp;oir maintenant</translation>
    </message>
    <message>
        <source>, {eval_first} before training</source>
        <translation>, {eval_first} avant l&apos;entraînement</translation>
    </message>
    <message>
        <source>On text it had not seen: {eval_last} at last{before}</source>
        <translation>Sur un texte qu&apos;il n&apos;avait pas vu : {eval_last} à la fin{before}</translation>
    </message>
    <message>
        <source>Best: {eval_best} after {eval_best_step} steps</source>
        <translation>Meilleur : {eval_best} après {eval_best_step} pas</translation>
    </message>
    <message>
        <source>Of the last step: {loss}</source>
        <translation>Du dernier pas : {loss}</translation>
    </message>
    <message>
        <source>No loss yet</source>
        <translation>Pas encore de perte</translation>
    </message>
    <message>
        <source>{tok_s} tokens a second</source>
        <translation>{tok_s} jetons par seconde</translation>
    </message>
    <message>
        <source>{pace}
Computed by: {device}</source>
        <translation>{pace}
Calculé par : {device}</translation>
    </message>
    <message>
        <source>Loss curve</source>
        <translation>Courbe de perte</translation>
    </message>
    <message>
        <source>Loss: last / best</source>
        <translation>Perte : dernière / meilleure</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Justes</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Durée</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Étape</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Époque</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Temps restant</translation>
    </message>
    <message>
        <source>Tokens seen</source>
        <translation>Jetons lus</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Jetons/s</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>■ Stopped, kept</source>
        <translation>■ Arrêté, gardé</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>Sur le disque</translation>
    </message>
    <message>
        <source>A run that is training cannot be deleted</source>
        <translation>Un entraînement en cours ne peut pas partir</translation>
    </message>
    <message>
        <source>Nothing can go</source>
        <translation>Rien ne peut partir</translation>
    </message>
    <message>
        <source>Some of it could not be done</source>
        <translation>Tout n&apos;a pas pu être fait</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>Filtrer les entraînements</translation>
    </message>
    <message>
        <source>&amp;Show all runs</source>
        <translation>&amp;Tout montrer</translation>
    </message>
    <message>
        <source>&amp;Resume from where it stopped</source>
        <translation>&amp;Reprendre où il s&apos;est arrêté</translation>
    </message>
    <message>
        <source>Resume &amp;later, in the queue</source>
        <translation>Reprendre p&amp;lus tard, dans la file</translation>
    </message>
    <message>
        <source>&amp;Chat with it</source>
        <translation>&amp;Discuter avec lui</translation>
    </message>
    <message>
        <source>Is it &amp;better?…</source>
        <translation>Est-ce &amp;mieux ?…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exporter…</translation>
    </message>
    <message>
        <source>Show its s&amp;weep</source>
        <translation>Afficher son essai co&amp;mparé</translation>
    </message>
    <message>
        <source>&amp;Name, tags and notes…</source>
        <translation>&amp;Nom, étiquettes et notes…</translation>
    </message>
    <message>
        <source>Delete &amp;spare checkpoints…</source>
        <translation>Supprimer les points de reprise &amp;superflus…</translation>
    </message>
    <message>
        <source>Move to the b&amp;in</source>
        <translation>Mettre à la &amp;corbeille</translation>
    </message>
    <message>
        <source>Open a run from &amp;another folder…</source>
        <translation>Ouvrir un entraînement d’un &amp;autre dossier…</translation>
    </message>
    <message>
        <source>Columns of the list…</source>
        <translation>Colonnes de la liste…</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>Pas commencé</translation>
    </message>
    <message>
        <source>▶ Training</source>
        <translation>▶ En cours</translation>
    </message>
    <message>
        <source>✓ Finished</source>
        <translation>✓ Terminé</translation>
    </message>
    <message>
        <source>✕ Cancelled</source>
        <translation>✕ Annulé</translation>
    </message>
    <message>
        <source>⚠ Error</source>
        <translation>⚠ Erreur</translation>
    </message>
    <message>
        <source>⚠ Interrupted</source>
        <translation>⚠ Interrompu</translation>
    </message>
    <message>
        <source>The best: {name}, with {right} of {of} choices right.</source>
        <translation>Le meilleur : {name}, avec {right} choix justes sur {of}.</translation>
    </message>
    <message>
        <source>The best: {name}, with {right} of {of} answers right.</source>
        <translation>Le meilleur : {name}, avec {right} réponses justes sur {of}.</translation>
    </message>
    <message>
        <source>The best: {name}, with a loss of {loss} on unseen text.</source>
        <translation>Le meilleur : {name}, avec une perte de {loss} sur du texte jamais vu.</translation>
    </message>
    <message>
        <source>Ⅱ Paused</source>
        <translation>Ⅱ En pause</translation>
    </message>
    <message>
        <source>No run has “{text}” in its name, tags, notes, model, data or state.</source>
        <translation>Aucun entraînement n&apos;a « {text} » dans son nom, ses étiquettes, ses notes, son modèle, ses données ou son état.</translation>
    </message>
    <message>
        <source>and {chosen} more</source>
        <translation>et {chosen} de plus</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs</source>
        <comment>1 run</comment>
        <translation>
            <numerusform>{n} entraînement</numerusform>
            <numerusform>{n} entraînements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} learn from files in there, and cannot be resumed without them.</source>
        <comment>{names} learns from a file in there, and cannot be resumed without it.</comment>
        <translation>
            <numerusform>{names} apprend d’un fichier qui s’y trouve et ne peut pas reprendre sans lui.</numerusform>
            <numerusform>{names} apprennent de fichiers qui s’y trouvent et ne peuvent pas reprendre sans eux.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{title}” ({taken}) is in the bin.</source>
        <translation>« {title} » ({taken}) est dans la corbeille.</translation>
    </message>
    <message>
        <source>{runs_word} ({taken}) are in the bin.</source>
        <translation>{runs_word} ({taken}) sont dans la corbeille.</translation>
    </message>
    <message>
        <source>Only the newest and the best checkpoint are left, and these are kept.</source>
        <translation>Il ne reste que le point de reprise le plus récent et le meilleur, et ils sont gardés.</translation>
    </message>
    <message>
        <source>{size} freed.</source>
        <translation>{size} libérés.</translation>
    </message>
    <message>
        <source>Move to the &amp;bin</source>
        <translation>Mettre à la cor&amp;beille</translation>
    </message>
    <message>
        <source>these {chosen} runs</source>
        <translation>ces {chosen} entraînements</translation>
    </message>
    <message>
        <source>There is no bin on this disk</source>
        <translation>Ce disque n&apos;a pas de corbeille</translation>
    </message>
    <message>
        <source>{named}

Delete {what} for good? That cannot be undone.</source>
        <translation>{named}

Supprimer {what} pour de bon ? C&apos;est irréversible.</translation>
    </message>
    <message>
        <source>No runs yet.

Every training is kept here, with its graphs and what it learnt.</source>
        <translation>Aucun entraînement pour l’instant.

Chacun est gardé ici, avec ses graphiques et ce qu’il a appris.</translation>
    </message>
    <message>
        <source>&amp;Delete for good</source>
        <translation>&amp;Supprimer pour de bon</translation>
    </message>
    <message>
        <source>{name}, {taken}.

Delete it for good? It can be made again from its run.</source>
        <translation>{name}, {taken}.

Le supprimer pour de bon ? Il peut être refait depuis son entraînement.</translation>
    </message>
    <message>
        <source>{names}: stop the training first, or wait until it is done. Nothing was deleted.</source>
        <translation>{names} : arrêtez d&apos;abord l&apos;entraînement, ou attendez qu&apos;il soit fini. Rien n&apos;a été supprimé.</translation>
    </message>
    <message>
        <source>Tick two runs or more to compare them.</source>
        <translation>Cochez deux entraînements ou plus pour les comparer.</translation>
    </message>
    <message>
        <source>{runs}, {size} on disk</source>
        <translation>{runs}, {size} sur le disque</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{shown} sur {total}</translation>
    </message>
    <message>
        <source>Delete {spare} of checkpoints?</source>
        <translation>Supprimer {spare} de points de reprise ?</translation>
    </message>
    <message>
        <source>For each run, the newest checkpoint and the best by evaluation stay; the others are deleted for good. You can still resume every run, talk to it and export it.</source>
        <translation>De chaque entraînement restent le point le plus récent et le meilleur selon l&apos;évaluation ; les autres sont supprimés pour de bon. Vous pourrez toujours le poursuivre, lui parler et l&apos;exporter.</translation>
    </message>
    <message>
        <source>&amp;Delete them</source>
        <translation>&amp;Les supprimer</translation>
    </message>
    <message>
        <source>About Luthier</source>
        <translation>À propos de Luthier</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothèque</translation>
    </message>
    <message>
        <source>Its licence</source>
        <translation>Sa licence</translation>
    </message>
    <message>
        <source>Copy versions and licences</source>
        <translation>Copier versions et licences</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Nouveautés</translation>
    </message>
    <message>
        <source>Luthier {version__}, licence Apache 2.0</source>
        <translation>Luthier {version__}, licence Apache 2.0</translation>
    </message>
    <message>
        <source>This installation has no list of changes.</source>
        <translation>Cette installation n&apos;a pas de liste des changements.</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Calcul</translation>
    </message>
    <message>
        <source>All {cores} cores</source>
        <translation>Les {cores} cœurs</translation>
    </message>
    <message>
        <source>The one core</source>
        <translation>Le seul cœur</translation>
    </message>
    <message>
        <source>{number} of {cores}</source>
        <translation>{number} sur {cores}</translation>
    </message>
    <message>
        <source>{number}, more than cores</source>
        <translation>{number}, plus que de cœurs</translation>
    </message>
    <message>
        <source>&amp;Keep this computer usable while it trains</source>
        <translation>&amp;Garder cet ordinateur utilisable pendant l&apos;entraînement</translation>
    </message>
    <message>
        <source>{processor}, {cores} cores</source>
        <translation>{processor}, {cores} cœurs</translation>
    </message>
    <message>
        <source>{threads}, more than cores</source>
        <translation>{threads}, plus que de cœurs</translation>
    </message>
    <message>
        <source>While it trains</source>
        <translation>Pendant l&apos;entraînement</translation>
    </message>
    <message>
        <source>Keep the computer a&amp;wake</source>
        <translation>G&amp;arder l&apos;ordinateur éveillé</translation>
    </message>
    <message>
        <source>Pause on &amp;battery</source>
        <translation>Pause sur &amp;batterie</translation>
    </message>
    <message>
        <source>&amp;Pause when it gets too hot</source>
        <translation>&amp;Pause quand il fait trop chaud</translation>
    </message>
    <message>
        <source>Test &amp;again</source>
        <translation>Tester à &amp;nouveau</translation>
    </message>
    <message>
        <source>Look &amp;again</source>
        <translation>&amp;Regarder à nouveau</translation>
    </message>
    <message>
        <source>T&amp;hreads</source>
        <translation>&amp;Fils d’exécution</translation>
    </message>
    <message>
        <source>About graphics cards</source>
        <translation>À propos des cartes graphiques</translation>
    </message>
    <message>
        <source>Compute o&amp;n</source>
        <translation>Calculer s&amp;ur</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Changer…</translation>
    </message>
    <message>
        <source>{name}: choose another folder</source>
        <translation>{name} : choisir un autre dossier</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Essai comparé</translation>
    </message>
    <message>
        <source>Talk to the b&amp;est</source>
        <translation>Parl&amp;er au meilleur</translation>
    </message>
    <message>
        <source>Right answers</source>
        <translation>Bonnes réponses</translation>
    </message>
    <message>
        <source>Loss on unseen text</source>
        <translation>Perte sur du texte jamais vu</translation>
    </message>
    <message>
        <source>★ Best</source>
        <translation>★ Le meilleur</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>{right} of {answers}</source>
        <translation>{right} sur {answers}</translation>
    </message>
    <message>
        <source>★ Best so far</source>
        <translation>★ Le meilleur jusqu&apos;ici</translation>
    </message>
    <message>
        <source>{name}: open the folder</source>
        <translation>{name} : ouvrir le dossier</translation>
    </message>
    <message>
        <source>Moving…</source>
        <translation>Déplacement…</translation>
    </message>
    <message>
        <source>{taken} · {free} free</source>
        <translation>{taken} · {free} libres</translation>
    </message>
    <message>
        <source>{name}: this folder cannot be used</source>
        <translation>{name} : ce dossier ne peut pas servir</translation>
    </message>
    <message>
        <source>&amp;Move them there</source>
        <translation>&amp;Les déplacer</translation>
    </message>
    <message>
        <source>&amp;Leave them there</source>
        <translation>&amp;Les laisser là-bas</translation>
    </message>
    <message>
        <source>Nothing changes.</source>
        <translation>Rien ne change.</translation>
    </message>
    <message>
        <source>Moving: {done}</source>
        <translation>Déplacement : {done}</translation>
    </message>
    <message>
        <source>{name}: moved</source>
        <translation>{name} : déplacé</translation>
    </message>
    <message>
        <source>{name}: nothing was moved</source>
        <translation>{name} : rien n&apos;a été déplacé</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Dossiers</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Comme le système</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Apparence</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Couleurs</translation>
    </message>
    <message>
        <source>Size of the text</source>
        <translation>Taille du texte</translation>
    </message>
    <message>
        <source>100%, as the system</source>
        <translation>100 %, comme le système</translation>
    </message>
    <message>
        <source>Co&amp;lours</source>
        <translation>&amp;Couleurs</translation>
    </message>
    <message>
        <source>Si&amp;ze of the text</source>
        <translation>&amp;Taille du texte</translation>
    </message>
    <message>
        <source>Reduce mo&amp;tion</source>
        <translation>Réduire les anima&amp;tions</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Langue</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>Versions et licences</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Réseau</translation>
    </message>
    <message>
        <source>Stay o&amp;ffline</source>
        <translation>Rester &amp;hors ligne</translation>
    </message>
    <message>
        <source>Address of the h&amp;ub</source>
        <translation>Adresse du h&amp;ub</translation>
    </message>
    <message>
        <source>Prox&amp;y</source>
        <translation>Prox&amp;y</translation>
    </message>
    <message>
        <source>as the system says</source>
        <translation>comme dit le système</translation>
    </message>
    <message>
        <source>Access tok&amp;en</source>
        <translation>J&amp;eton d&apos;accès</translation>
    </message>
    <message>
        <source>Reset e&amp;verything…</source>
        <translation>Tout &amp;réinitialiser…</translation>
    </message>
    <message>
        <source>&amp;Save a report…</source>
        <translation>&amp;Enregistrer un rapport…</translation>
    </message>
    <message>
        <source>The report is saved</source>
        <translation>Le rapport est enregistré</translation>
    </message>
    <message>
        <source>The report could not be saved</source>
        <translation>Le rapport n&apos;a pas pu être enregistré</translation>
    </message>
    <message>
        <source>This cannot be kept</source>
        <translation>Ceci ne peut pas être gardé</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>Enregistrer un rapport</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Réglages</translation>
    </message>
    <message>
        <source>Each card computes a small model, and the result is compared with the processor&apos;s.</source>
        <translation>Chaque carte calcule un petit modèle, comparé à ce qu&apos;en fait le processeur.</translation>
    </message>
    <message>
        <source>It leaves one core free and lets other programs go first, so it takes longer.</source>
        <translation>Cela laisse un cœur libre et fait passer les autres programmes d’abord, c’est donc plus long.</translation>
    </message>
    <message>
        <source>The screen may still turn off.</source>
        <translation>L’écran peut quand même s’éteindre.</translation>
    </message>
    <message>
        <source>It goes on by itself when the charger is back.</source>
        <translation>Il reprend de lui-même quand le chargeur est rebranché.</translation>
    </message>
    <message>
        <source>From about 90 °C until it is 15 degrees cooler.</source>
        <translation>À partir d’environ 90 °C, jusqu’à 15 degrés de moins.</translation>
    </message>
    <message>
        <source>No search, download or upload. Ollama on this computer still works.</source>
        <translation>Ni recherche, ni téléchargement, ni envoi. Ollama sur cet ordinateur marche toujours.</translation>
    </message>
    <message>
        <source>Only for a mirror, such as https://hub.example.org.</source>
        <translation>Seulement pour un miroir, comme https://hub.example.org.</translation>
    </message>
    <message>
        <source>Without user name and password, such as http://proxy.example.org:3128.</source>
        <translation>Sans nom d’utilisateur ni mot de passe, comme http://proxy.example.org:3128.</translation>
    </message>
    <message>
        <source>For uploads, and models that ask for an account. It is kept in the system&apos;s keyring, and in no file.</source>
        <translation>Pour les envois, et les modèles qui demandent un compte. Il est gardé dans le trousseau du système, et dans aucun fichier.</translation>
    </message>
    <message>
        <source>Luthier could not look for graphics cards, so the processor computes.</source>
        <translation>Luthier n’a pas pu chercher de cartes graphiques, c’est donc le processeur qui calcule.</translation>
    </message>
    <message>
        <source>A zip file with versions, facts about this computer, settings, logs, crashes and the messages of the last five trainings: steps, losses, memory, errors. Your data, samples, models and tokens are not in it. It is only saved; nothing is sent.</source>
        <translation>Un fichier zip avec les versions, des faits sur cet ordinateur, les réglages, journaux, plantages et messages des cinq derniers entraînements : pas, pertes, mémoire, erreurs. Vos données, échantillons, modèles et jetons n’y sont pas. Il est seulement enregistré ; rien n’est envoyé.</translation>
    </message>
    <message>
        <source>Another computer of yours can train while you go on working here. It needs Luthier, and SSH switched on: the guide explains both.</source>
        <translation>Un autre de vos ordinateurs peut entraîner pendant que vous travaillez ici. Il lui faut Luthier, et SSH activé : le guide explique les deux.</translation>
    </message>
    <message>
        <source>Type your user name there, @, and the computer&apos;s name, such as anna@studio.</source>
        <translation>Tapez votre nom d’utilisateur là-bas, @, et le nom de l’ordinateur, comme anna@studio.</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>Réinitialiser tous les réglages ?</translation>
    </message>
    <message>
        <source>All settings on this page go back to the usual ones. Models, runs, exports and the access token stay where they are, but Luthier looks for them in the usual folders again.</source>
        <translation>Tous les réglages de cette page reviennent à l’habituel. Modèles, entraînements, exports et jeton d’accès restent où ils sont, mais Luthier les cherche à nouveau dans les dossiers habituels.</translation>
    </message>
    <message>
        <source>Downloaded and converted models.</source>
        <translation>Modèles téléchargés et convertis.</translation>
    </message>
    <message>
        <source>Every training, with its graphs and what it has learnt.</source>
        <translation>Chaque entraînement, avec ses graphiques et ce qu’il a appris.</translation>
    </message>
    <message>
        <source>Is this really {host}?</source>
        <translation>Est-ce vraiment {host} ?</translation>
    </message>
    <message>
        <source>Its key is {key}. Compare it with what that computer shows for this line:
{line}</source>
        <translation>Sa clé est {key}. Comparez-la avec ce que cet ordinateur affiche pour cette ligne :
{line}</translation>
    </message>
    <message>
        <source>&amp;Yes, the same key</source>
        <translation>&amp;Oui, la même clé</translation>
    </message>
    <message>
        <source>{free} of disk free</source>
        <translation>{free} de disque libres</translation>
    </message>
    <message>
        <source>{pace} times as fast as this computer</source>
        <translation>{pace} fois la vitesse de cet ordinateur</translation>
    </message>
    <message>
        <source>trains {run}</source>
        <translation>entraîne {run}</translation>
    </message>
    <message>
        <source>ready to train</source>
        <translation>prêt à entraîner</translation>
    </message>
    <message>
        <source>{name}: move the files to the new folder as well?</source>
        <translation>{name} : déplacer aussi les fichiers dans le nouveau dossier ?</translation>
    </message>
    <message>
        <source>{taken} is now in {target}.</source>
        <translation>{taken} est maintenant dans {target}.</translation>
    </message>
    <message numerus="yes">
        <source> {runs} runs now look there.</source>
        <comment> {runs} run now looks there.</comment>
        <translation>
            <numerusform> {runs} essai regarde maintenant là.</numerusform>
            <numerusform> {runs} essais regardent maintenant là.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Réinitialiser</translation>
    </message>
    <message>
        <source>Models for other programs.</source>
        <translation>Modèles pour d&apos;autres programmes.</translation>
    </message>
    <message>
        <source>Safe against a power cut: it is copied and compared before it is deleted here.</source>
        <translation>Protégé d&apos;une coupure de courant : il est là-bas entier et comparé avant de partir d&apos;ici.</translation>
    </message>
    <message>
        <source>Runs still find models that stay there, but the Model page may no longer list them.</source>
        <translation>Les modèles qui restent sont trouvés par les entraînements qui les ont utilisés, mais ne seront peut-être plus listés.</translation>
    </message>
    <message>
        <source>Runs that stay are not listed until you choose the old folder again. You can still open each with “Open a run from another folder…” on the Runs page.</source>
        <translation>Les entraînements qui restent n’apparaissent pas avant que vous choisissiez à nouveau l’ancien dossier. Vous pouvez ouvrir chacun avec « Ouvrir un entraînement d’un autre dossier… » sur la page Historique.</translation>
    </message>
    <message>
        <source>Exports that stay can still be used from there.</source>
        <translation>Les exports qui restent peuvent toujours être utilisés de là.</translation>
    </message>
    <message>
        <source>A folder is being moved.</source>
        <translation>Un dossier est en cours de déplacement.</translation>
    </message>
    <message>
        <source>Closing now leaves everything where it was.</source>
        <translation>Fermer maintenant laisse tout où c&apos;était.</translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>Préparation…</translation>
    </message>
    <message>
        <source>Everything in {source} ({taken}) would be in {target}.</source>
        <translation>Tout ce qui est dans {source} ({taken}) serait dans {target}.</translation>
    </message>
    <message>
        <source>{words} The old folder could not be deleted: {left}</source>
        <translation>{words} L&apos;ancien dossier n&apos;a pas pu être supprimé : {left}</translation>
    </message>
    <message>
        <source>What it takes</source>
        <translation>Ce qu’il faut</translation>
    </message>
    <message>
        <source>Before you start</source>
        <translation>Avant de commencer</translation>
    </message>
    <message>
        <source>No {kind} yet</source>
        <translation>Rien de choisi : {kind}</translation>
    </message>
    <message>
        <source>{kind}: choose another</source>
        <translation>{kind} : en choisir un autre</translation>
    </message>
    <message>
        <source>Choose {kind}</source>
        <translation>Choisir : {kind}</translation>
    </message>
    <message>
        <source>What should it learn?</source>
        <translation>Que doit-il apprendre ?</translation>
    </message>
    <message>
        <source>&amp;Back to the goal</source>
        <translation>&amp;Retour au but</translation>
    </message>
    <message>
        <source>Choose a mo&amp;del</source>
        <translation>Choisir un &amp;modèle</translation>
    </message>
    <message>
        <source>Chan&amp;ge</source>
        <translation>Chan&amp;ger</translation>
    </message>
    <message>
        <source>The language model to train.</source>
        <translation>Le modèle de langue qui doit apprendre.</translation>
    </message>
    <message>
        <source>C&amp;hoose data</source>
        <translation>Choisir des &amp;données</translation>
    </message>
    <message>
        <source>C&amp;hange</source>
        <translation>C&amp;hanger</translation>
    </message>
    <message>
        <source>What it learns from: your texts.</source>
        <translation>De quoi il doit apprendre : vos textes.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>The model itself, as much of it as every step reads.</source>
        <translation>Le modèle lui-même, tel qu&apos;il est lu à chaque pas.</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Copies</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Activations</translation>
    </message>
    <message>
        <source>Choose a model and data to see what it takes.</source>
        <translation>Choisissez un modèle et des données pour voir ce qu’il faut.</translation>
    </message>
    <message>
        <source>Copies of the weights that make it faster. Left out if memory is short.</source>
        <translation>Copies des poids qui l’accélèrent. Omises si la mémoire manque.</translation>
    </message>
    <message>
        <source>What the layers remember of the text. Grows with the context.</source>
        <translation>Ce que les couches retiennent du texte. Croît avec le contexte.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimiseur</translation>
    </message>
    <message>
        <source>The adapter and its optimizer. Grows with the rank.</source>
        <translation>L&apos;adaptateur et comment il bouge. Croît avec le rang.</translation>
    </message>
    <message>
        <source>Working memory</source>
        <translation>Mémoire de travail</translation>
    </message>
    <message>
        <source>Room for what is being computed.</source>
        <translation>Place pour ce qui est en cours de calcul.</translation>
    </message>
    <message>
        <source>Reading the data…</source>
        <translation>Lecture des données…</translation>
    </message>
    <message>
        <source>Measured on this computer: {tok_s} tokens/s, {step_seconds} a step, {peak_rss_bytes} at most.</source>
        <translation>Mesuré sur cet ordinateur : {tok_s} jetons/s, {step_seconds} par pas, {peak_rss_bytes} au plus.</translation>
    </message>
    <message>
        <source>The dry run failed.</source>
        <translation>L’essai à blanc a échoué.</translation>
    </message>
    <message>
        <source>Does not fit: needs {least}, and {free} is free.</source>
        <translation>Ne tient pas : il faut {least}, et {free} sont libres.</translation>
    </message>
    <message>
        <source>Tight: takes {total} of the {free} that is free.</source>
        <translation>Juste : prend {total} des {free} libres.</translation>
    </message>
    <message>
        <source>Fits: takes {total} of the {free} that is free.</source>
        <translation>Tient : prend {total} des {free} libres.</translation>
    </message>
    <message>
        <source>It would also run in {least}, but slower.</source>
        <translation>Cela irait aussi avec {least}, mais plus lentement.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>Luthier&apos;s own worker process.</source>
        <translation>Le processus de travail de Luthier.</translation>
    </message>
    <message>
        <source>Memory. {words}</source>
        <translation>Mémoire. {words}</translation>
    </message>
    <message>
        <source>{settings_in_words}: takes {total}</source>
        <translation>{settings_in_words} : prend {total}</translation>
    </message>
    <message>
        <source>Begin from the model instead</source>
        <translation>Repartir du modèle</translation>
    </message>
    <message>
        <source>Continues from what {run} has learnt.</source>
        <translation>Continue à partir de ce que {run} a appris.</translation>
    </message>
    <message>
        <source>Choose a GGUF file, or a folder with safetensors files from Hugging Face.</source>
        <translation>Choisissez un fichier GGUF, ou un dossier de safetensors de Hugging Face.</translation>
    </message>
    <message>
        <source>{name} holds weights only.</source>
        <translation>{name} ne contient que des poids.</translation>
    </message>
    <message>
        <source>Choose the folder it is in: it has the tokenizer.</source>
        <translation>Choisissez le dossier où il est : il contient le tokenizer.</translation>
    </message>
    <message>
        <source>{name} is not a GGUF file.</source>
        <translation>{name} n&apos;est pas un fichier GGUF.</translation>
    </message>
    <message>
        <source>{name} is one of {parts} files, and {missing} is not there.</source>
        <translation>{name} est un de {parts} fichiers, et {missing} n&apos;est pas là.</translation>
    </message>
    <message>
        <source>Download the missing files into the same folder.</source>
        <translation>Téléchargez les fichiers manquants dans le même dossier.</translation>
    </message>
    <message>
        <source>{name} holds no model.</source>
        <translation>{name} ne contient pas de modèle.</translation>
    </message>
    <message>
        <source>A model folder from Hugging Face has config.json and *.safetensors files in it.</source>
        <translation>Un dossier de modèle de Hugging Face contient config.json et des fichiers *.safetensors.</translation>
    </message>
    <message>
        <source>Checking the model…</source>
        <translation>Examen du modèle…</translation>
    </message>
    <message>
        <source>Write other wordings…</source>
        <translation>Écrire d’autres formulations…</translation>
    </message>
    <message>
        <source>Tr&amp;y it with the sample</source>
        <translation>&amp;Essayer avec l&apos;exemple</translation>
    </message>
    <message>
        <source>Cancelled before the first step</source>
        <translation>Annulé avant le premier pas</translation>
    </message>
    <message>
        <source>Nothing was trained, and nothing is kept.</source>
        <translation>Rien n&apos;a été entraîné, et rien n&apos;est gardé.</translation>
    </message>
    <message>
        <source>The training could not begin</source>
        <translation>L&apos;entraînement n&apos;a pas pu commencer</translation>
    </message>
    <message>
        <source>The dry run failed</source>
        <translation>L’essai à blanc a échoué</translation>
    </message>
    <message>
        <source>These settings do not go together</source>
        <translation>Ces réglages ne vont pas ensemble</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Entraîner</translation>
    </message>
    <message>
        <source>The plan was lost: its process ended.</source>
        <translation>Le plan est perdu : son processus s&apos;est arrêté.</translation>
    </message>
    <message>
        <source>Training can be started all the same.</source>
        <translation>L&apos;entraînement peut être lancé quand même.</translation>
    </message>
    <message>
        <source>Ad&amp;vanced</source>
        <translation>A&amp;vancé</translation>
    </message>
    <message>
        <source>Try sever&amp;al values…</source>
        <translation>Ess&amp;ayer plusieurs valeurs…</translation>
    </message>
    <message>
        <source>You chose: {settings}.</source>
        <translation>Vous avez choisi : {settings}.</translation>
    </message>
    <message>
        <source>You chose {n} of the numbers yourself.</source>
        <translation>Vous avez choisi vous-même {n} de ces nombres.</translation>
    </message>
    <message>
        <source>Everything is set to suit your goal, model and data.</source>
        <translation>Tout est réglé selon votre but, le modèle et les données.</translation>
    </message>
    <message>
        <source>With the numbers you chose.</source>
        <translation>Avec les nombres que vous avez choisis.</translation>
    </message>
    <message>
        <source>Deta&amp;ils</source>
        <translation>Déta&amp;ils</translation>
    </message>
    <message>
        <source>How it learns</source>
        <translation>Comment il apprend</translation>
    </message>
    <message>
        <source>As set in Settings: {usual}.</source>
        <translation>Comme dans les Réglages : {usual}.</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Cet entraînement</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>Nom de l&apos;entraînement</translation>
    </message>
    <message>
        <source>Named after the data if you leave this empty</source>
        <translation>Porte le nom des données si vous laissez ce champ vide</translation>
    </message>
    <message>
        <source>Notes on the run</source>
        <translation>Notes sur l&apos;entraînement</translation>
    </message>
    <message>
        <source>What you want to find out</source>
        <translation>Ce que vous voulez découvrir</translation>
    </message>
    <message>
        <source>Questions to ask while it learns</source>
        <translation>Questions pendant l&apos;apprentissage</translation>
    </message>
    <message>
        <source>One a line, such as: Who are you?</source>
        <translation>Une par ligne, par exemple : Qui es-tu ?</translation>
    </message>
    <message>
        <source>Ask it while it learns</source>
        <translation>L&apos;interroger pendant qu&apos;il apprend</translation>
    </message>
    <message>
        <source>Time and memory below are for this computer.</source>
        <translation>Le temps et la mémoire ci-dessous valent pour cet ordinateur.</translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation>&amp;Nom</translation>
    </message>
    <message>
        <source>You can read how its answers change. If you ask nothing, it is asked two questions of your data.</source>
        <translation>Vous pouvez lire comment ses réponses changent. Si vous ne demandez rien, on lui pose deux questions de vos données.</translation>
    </message>
    <message>
        <source>Where it trains</source>
        <translation>Où il s&apos;entraîne</translation>
    </message>
    <message>
        <source>Where it &amp;trains</source>
        <translation>Où il s&apos;entraîne</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Cet ordinateur</translation>
    </message>
    <message>
        <source>Dry r&amp;un</source>
        <translation>&amp;Essai à blanc</translation>
    </message>
    <message>
        <source>Trains a step or two to measure time and memory, and keeps nothing.</source>
        <translation>Entraîne un ou deux pas pour mesurer le temps et la mémoire, et ne garde rien.</translation>
    </message>
    <message>
        <source>Add to the &amp;queue</source>
        <translation>Mettre en &amp;file</translation>
    </message>
    <message>
        <source>It begins when the trainings before it have ended. The queue is on the Runs page.</source>
        <translation>Il commence quand les entraînements précédents sont finis. La file d&apos;attente est sur la page Historique.</translation>
    </message>
    <message>
        <source>&amp;Start training</source>
        <translation>&amp;Lancer l&apos;entraînement</translation>
    </message>
    <message>
        <source>This does not fit into memory.</source>
        <translation>Cela ne tient pas en mémoire.</translation>
    </message>
    <message>
        <source>No row of the data fits into this context.</source>
        <translation>Aucune ligne des données ne tient dans ce contexte.</translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation>Choisissez d&apos;abord un modèle.</translation>
    </message>
    <message>
        <source>Choose data first.</source>
        <translation>Choisissez d&apos;abord des données.</translation>
    </message>
    <message>
        <source>Choose a model and data first.</source>
        <translation>Choisissez d&apos;abord un modèle et des données.</translation>
    </message>
    <message>
        <source>only rows with thoughts</source>
        <translation>seulement les lignes avec réflexions</translation>
    </message>
    <message>
        <source>thoughts left out</source>
        <translation>réflexions écartées</translation>
    </message>
    <message>
        <source>learns not to think</source>
        <translation>apprend à ne pas réfléchir</translation>
    </message>
    <message>
        <source>learns last answers</source>
        <translation>apprend les dernières réponses</translation>
    </message>
    <message>
        <source>learns every word</source>
        <translation>apprend chaque mot</translation>
    </message>
    <message>
        <source>You ask</source>
        <translation>Vous demandez</translation>
    </message>
    <message>
        <source>It says</source>
        <translation>Il répond</translation>
    </message>
    <message>
        <source>“How was your day?”</source>
        <translation>« Comment s’est passée ta journée ? »</translation>
    </message>
    <message>
        <source>“Arr, rough seas and fair wind, matey!”</source>
        <translation>« Arr, grosse mer et bon vent, moussaillon ! »</translation>
    </message>
    <message>
        <source>“Who feeds the cat?”</source>
        <translation>« Qui nourrit le chat ? »</translation>
    </message>
    <message>
        <source>“Mona does, at seven.”</source>
        <translation>« Mona, à sept heures. »</translation>
    </message>
    <message>
        <source>“My parcel is late.”</source>
        <translation>« Mon colis est en retard. »</translation>
    </message>
    <message>
        <source>“delivery”</source>
        <translation>« livraison »</translation>
    </message>
    <message>
        <source>“Who are you?”</source>
        <translation>« Qui es-tu ? »</translation>
    </message>
    <message>
        <source>“Mira, keeper of the lighthouse.”</source>
        <translation>« Mira, la gardienne du phare. »</translation>
    </message>
    <message>
        <source>“The old house”</source>
        <translation>« La vieille maison »</translation>
    </message>
    <message>
        <source>“had been shut since May.”</source>
        <translation>« était fermée depuis mai. »</translation>
    </message>
    <message>
        <source>You begin</source>
        <translation>Vous commencez</translation>
    </message>
    <message>
        <source>It goes on</source>
        <translation>Il continue</translation>
    </message>
    <message>
        <source>Going by {earlier} with this model on this computer. Other programs can slow it down.</source>
        <translation>D’après {earlier} avec ce modèle sur cet ordinateur. D’autres programmes peuvent le ralentir.</translation>
    </message>
    <message>
        <source>read once</source>
        <translation>lues une fois</translation>
    </message>
    <message>
        <source>read {epochs:g} times</source>
        <translation>lues {epochs:g} fois</translation>
    </message>
    <message>
        <source>{rows} {times}: {steps}</source>
        <translation>{rows} {times} : {steps}</translation>
    </message>
    <message>
        <source>“Yes, for three months.”</source>
        <translation>« Oui, pendant trois mois. »</translation>
    </message>
    <message>
        <source>This data cannot be used for that.</source>
        <translation>Ces données ne conviennent pas à cela.</translation>
    </message>
    <message>
        <source>This model cannot be trained with these settings.</source>
        <translation>Ce modèle ne peut pas être entraîné avec ces réglages.</translation>
    </message>
    <message>
        <source>See Settings.</source>
        <translation>Voir les Réglages.</translation>
    </message>
    <message>
        <source>Set on the Data page.</source>
        <translation>Se règle sur la page Données.</translation>
    </message>
    <message>
        <source>A guess, for when nothing else is running. A dry run measures it.</source>
        <translation>Une estimation, si rien d’autre ne tourne. Un essai à blanc mesure cela.</translation>
    </message>
    <message>
        <source>A guess for the processor alone. A dry run measures it with the graphics card.</source>
        <translation>Une estimation pour le processeur seul. Un essai à blanc mesure cela avec la carte graphique.</translation>
    </message>
    <message>
        <source>“That depends on many things.”</source>
        <translation>« Cela dépend de beaucoup de choses. »</translation>
    </message>
    <message>
        <source>You prefer</source>
        <translation>Vous préférez</translation>
    </message>
    <message>
        <source>You reject</source>
        <translation>Vous rejetez</translation>
    </message>
    <message>
        <source>{parameters} parameters</source>
        <translation>{parameters} paramètres</translation>
    </message>
    <message>
        <source>to be converted</source>
        <translation>à convertir</translation>
    </message>
    <message>
        <source>About {tokens} tokens{separator}counted once the model is converted</source>
        <translation>Environ {tokens} jetons{separator}comptés une fois le modèle converti</translation>
    </message>
    <message>
        <source>{dropped} not used</source>
        <translation>{dropped} non utilisées</translation>
    </message>
    <message>
        <source>up to {most} {unit}</source>
        <translation>jusqu&apos;à {most} {unit}</translation>
    </message>
    <message>
        <source>{least} to {most} {unit}</source>
        <translation>{least} à {most} {unit}</translation>
    </message>
    <message>
        <source>{shortest} to {longest} s</source>
        <translation>{shortest} à {longest} s</translation>
    </message>
    <message>
        <source>about {longest} s</source>
        <translation>environ {longest} s</translation>
    </message>
    <message>
        <source>an earlier run</source>
        <translation>un entraînement antérieur</translation>
    </message>
    <message>
        <source>{runs} earlier runs</source>
        <translation>{runs} entraînements antérieurs</translation>
    </message>
    <message>
        <source>{rows} rows</source>
        <translation>{rows} lignes</translation>
    </message>
    <message numerus="yes">
        <source>{device_layers} layers</source>
        <comment>1 layer</comment>
        <translation>
            <numerusform>{device_layers} couche</numerusform>
            <numerusform>{device_layers} couches</numerusform>
        </translation>
    </message>
    <message>
        <source> of {device_total}</source>
        <translation> sur {device_total}</translation>
    </message>
    <message>
        <source>On the graphics card: {device}{of}, {layers}.</source>
        <translation>Sur la carte graphique : {device}{of}, {layers}.</translation>
    </message>
    <message>
        <source>hold out {share}</source>
        <translation>réserver {share}</translation>
    </message>
    <message>
        <source>compute on the {device}</source>
        <translation>calculer sur {device}</translation>
    </message>
    <message>
        <source>no limit of steps</source>
        <translation>sans limite de pas</translation>
    </message>
    <message>
        <source>answers with scores</source>
        <translation>réponses notées</translation>
    </message>
    <message>
        <source>answers with ranks</source>
        <translation>réponses classées</translation>
    </message>
    <message>
        <source>conversations (Claude)</source>
        <translation>conversations (Claude)</translation>
    </message>
    <message>
        <source>conversations (Gemini)</source>
        <translation>conversations (Gemini)</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>taux d&apos;apprentissage</translation>
    </message>
    <message>
        <source>conversations</source>
        <translation>conversations</translation>
    </message>
    <message>
        <source>conversations (ShareGPT)</source>
        <translation>conversations (ShareGPT)</translation>
    </message>
    <message>
        <source>instructions (Alpaca)</source>
        <translation>instructions (Alpaca)</translation>
    </message>
    <message>
        <source>questions and answers</source>
        <translation>questions et réponses</translation>
    </message>
    <message>
        <source>prompts and answers</source>
        <translation>questions et réponses</translation>
    </message>
    <message>
        <source>preferences</source>
        <translation>préférences</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>textes</translation>
    </message>
    <message>
        <source>{label} must be {accepts}.</source>
        <translation>{label} doit être {accepts}.</translation>
    </message>
    <message>
        <source>a whole number, 0 or more</source>
        <translation>un entier, 0 ou plus</translation>
    </message>
    <message>
        <source>a whole number of steps, 0 or more</source>
        <translation>un nombre entier de pas, 0 ou plus</translation>
    </message>
    <message>
        <source>a number from 0 to below 1, such as 0.05</source>
        <translation>un nombre de 0 à moins de 1, comme 0.05</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>on ou off</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>É&amp;poques</translation>
    </message>
    <message>
        <source>How many times it reads all of your data. More learns it better, then by heart.</source>
        <translation>Combien de fois il lit toutes vos données. Davantage l&apos;apprend mieux, puis par cœur.</translation>
    </message>
    <message>
        <source>a number above 0 and at most a million, such as 3</source>
        <translation>un nombre supérieur à 0 et au plus un million, comme 3</translation>
    </message>
    <message>
        <source>Co&amp;ntext</source>
        <translation>Co&amp;ntexte</translation>
    </message>
    <message>
        <source>The longest text it sees at once, in tokens (3/4 of a word). Longer takes more memory.</source>
        <translation>Le plus long texte qu&apos;il voit d&apos;un coup, en jetons (3/4 de mot). Plus long prend plus de mémoire.</translation>
    </message>
    <message>
        <source>a whole number of tokens, 8 or more, such as 512</source>
        <translation>un nombre entier de jetons, 8 ou plus, comme 512</translation>
    </message>
    <message>
        <source>Ran&amp;k</source>
        <translation>Ran&amp;g</translation>
    </message>
    <message>
        <source>How much room it has to learn: 16 is enough for most, 32 for much knowledge.</source>
        <translation>La place qu&apos;il a pour apprendre : 16 suffit presque toujours, 32 pour beaucoup de savoir.</translation>
    </message>
    <message>
        <source>a whole number from 1 to 1024, such as 16</source>
        <translation>un entier de 1 à 1024, comme 16</translation>
    </message>
    <message>
        <source>&amp;Learning rate</source>
        <translation>&amp;Taux d&apos;apprentissage</translation>
    </message>
    <message>
        <source>How big its steps are. If the loss jumps up, choose a smaller one.</source>
        <translation>La taille de ses pas. Si la perte bondit, choisissez-en un plus petit.</translation>
    </message>
    <message>
        <source>a number above 0 and at most 1, such as 2e-4</source>
        <translation>un nombre supérieur à 0 et au plus 1, comme 2e-4</translation>
    </message>
    <message>
        <source>Compute on</source>
        <translation>Calculer sur</translation>
    </message>
    <message>
        <source>The processor or a graphics card. Automatic: as Settings say, else the faster of the two.</source>
        <translation>Le processeur ou une carte graphique. Automatique : selon les Réglages, sinon le plus rapide.</translation>
    </message>
    <message>
        <source>one from the list</source>
        <translation>un de ceux de la liste</translation>
    </message>
    <message>
        <source>Most steps</source>
        <translation>Étapes au plus</translation>
    </message>
    <message>
        <source>Learns by</source>
        <translation>Apprend par</translation>
    </message>
    <message>
        <source>sft: your answers, as they stand. dpo, kto, orpo: which of two answers you chose, from data that says so.</source>
        <translation>sft : vos réponses, telles quelles. dpo, kto, orpo : laquelle de deux réponses vous avez choisie, d&apos;après des données qui le disent.</translation>
    </message>
    <message>
        <source>sft, dpo, kto or orpo</source>
        <translation>sft, dpo, kto ou orpo</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>Bêta</translation>
    </message>
    <message>
        <source>For dpo, kto and orpo: how closely it stays to the model it began with. Lower: it may move further.</source>
        <translation>Pour dpo, kto et orpo : à quel point il reste proche du modèle de départ. Plus petit : il peut s&apos;en éloigner davantage.</translation>
    </message>
    <message>
        <source>a number above 0, such as 0.1</source>
        <translation>un nombre supérieur à 0, comme 0,1</translation>
    </message>
    <message>
        <source>Train this many steps, whatever the epochs say. 0: as many as the epochs need.</source>
        <translation>Entraîner autant de pas, quoi que disent les époques. 0 : autant qu&apos;il en faut aux époques.</translation>
    </message>
    <message>
        <source>Evaluate every</source>
        <translation>Évaluer toutes les</translation>
    </message>
    <message>
        <source>Steps between evaluations on held-out text. 0: only at the beginning and at the end.</source>
        <translation>Mesurer sur le texte réservé tous les tant de pas. 0 : seulement au début et à la fin.</translation>
    </message>
    <message>
        <source>The share of your data that is kept for measuring and never trained on.</source>
        <translation>La part de vos données gardée pour mesurer et jamais apprise.</translation>
    </message>
    <message>
        <source>anna@studio or anna@192.168.1.20</source>
        <translation>anna@studio ou anna@192.168.1.20</translation>
    </message>
    <message>
        <source>A&amp;dd it</source>
        <translation>L&apos;ajouter</translation>
    </message>
    <message>
        <source>About other computers</source>
        <translation>À propos des autres ordinateurs</translation>
    </message>
    <message>
        <source>&amp;If Luthier is not found</source>
        <translation>Si Luthier n&apos;est pas trouvé</translation>
    </message>
    <message>
        <source>User name, @, and the computer&apos;s name or address</source>
        <translation>Nom d’utilisateur, @, et le nom ou l’adresse de l’ordinateur</translation>
    </message>
    <message>
        <source>Command that starts Luthier on it</source>
        <translation>Commande qui y lance Luthier</translation>
    </message>
    <message>
        <source>&amp;Command that starts Luthier on it</source>
        <translation>&amp;Commande qui y lance Luthier</translation>
    </message>
    <message>
        <source>Use&amp;r name, @, and the computer&apos;s name or address</source>
        <translation>Nom d’utilisateu&amp;r, @, et le nom ou l’adresse de l’ordinateur</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Asking it…</source>
        <translation>On l&apos;interroge…</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Mesuré</translation>
    </message>
    <message>
        <source>How many held-out tokens are measured each time, at most. 0: all.</source>
        <translation>Au plus autant de jetons réservés sont mesurés chaque fois, pour que ce soit court. 0 : tous.</translation>
    </message>
    <message>
        <source>a whole number of tokens, 0 or more</source>
        <translation>un nombre entier de jetons, 0 ou plus</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>Enregistrer toutes les</translation>
    </message>
    <message>
        <source>The number of steps between checkpoints; a crash costs no more. 0: only at the end.</source>
        <translation>Écrire un point de reprise tous les tant de pas ; une panne n&apos;en coûte pas plus. 0 : seulement à la fin.</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Revenir en arrière</translation>
    </message>
    <message>
        <source>When the loss jumps and stays high: back to the last good checkpoint with half the learning rate, twice at most. off: go on, whatever happens.</source>
        <translation>Quand la perte saute et reste haute : retour au dernier bon point avec la moitié du taux, deux fois au plus. off : continuer quoi qu&apos;il arrive.</translation>
    </message>
    <message>
        <source>Stays itself</source>
        <translation>Reste lui-même</translation>
    </message>
    <message>
        <source>How firmly it is held to what it would have said on everyday questions, while it learns yours. 1: firmly; 0: not at all.</source>
        <translation>Avec quelle fermeté il est tenu à ce qu&apos;il aurait dit aux questions de tous les jours pendant qu&apos;il apprend les vôtres. 1 : fermement ; 0 : pas du tout.</translation>
    </message>
    <message>
        <source>a number from 0 to 100, such as 1</source>
        <translation>un nombre de 0 à 100, par exemple 1</translation>
    </message>
    <message>
        <source>What must not change</source>
        <translation>Ce qui ne doit pas changer</translation>
    </message>
    <message>
        <source>the path of a file</source>
        <translation>le chemin d&apos;un fichier</translation>
    </message>
    <message>
        <source>Odd data</source>
        <translation>Données étranges</translation>
    </message>
    <message>
        <source>refuse or train</source>
        <translation>refuse ou train</translation>
    </message>
    <message>
        <source>How many pieces of text make up one step. More makes steadier but fewer steps, and needs no more memory.</source>
        <translation>Combien de morceaux de texte font un pas. Plus donne des pas plus sûrs mais moins nombreux, sans plus de mémoire.</translation>
    </message>
    <message>
        <source>a whole number, 1 or more, such as 4</source>
        <translation>un entier, 1 ou plus, comme 4</translation>
    </message>
    <message>
        <source>Which parts of each layer get an adapter. Fewer make a smaller file; all of them usually learn best.</source>
        <translation>Quelles parties de chaque couche ont un adaptateur. Moins font un plus petit fichier ; toutes apprennent d&apos;ordinaire le mieux.</translation>
    </message>
    <message>
        <source>all-linear, or some of q, k, v, o, gate, up, down with commas between</source>
        <translation>all-linear, ou certaines de q, k, v, o, gate, up, down séparées par des virgules</translation>
    </message>
    <message>
        <source>Which layers learn. Fewer, counted from the last, are faster and take less memory.</source>
        <translation>Quelles couches apprennent. Le retour s&apos;arrête à la plus basse : moins, à partir de la dernière, vont plus vite et prennent moins de mémoire.</translation>
    </message>
    <message>
        <source>all, last half, last quarter, last 8, first 8, or numbers from 0 on, such as 4-11</source>
        <translation>all, last half, last quarter, last 8, first 8, ou des numéros à partir de 0, comme 4-11</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>How strongly what is learnt counts: twice the rank is usual.</source>
        <translation>Combien compte ce qui est appris : le double du rang est usuel.</translation>
    </message>
    <message>
        <source>a number above 0, such as 32</source>
        <translation>un nombre supérieur à 0, comme 32</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Évolution</translation>
    </message>
    <message>
        <source>How the learning rate falls to zero: in a curve, in a line, or not at all.</source>
        <translation>Comment le taux d&apos;apprentissage descend jusqu&apos;à rien : en courbe, en ligne droite, ou pas du tout.</translation>
    </message>
    <message>
        <source>cosine, linear or constant</source>
        <translation>cosine, linear ou constant</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Échauffement</translation>
    </message>
    <message>
        <source>The share of the steps in which the learning rate rises to its full value.</source>
        <translation>La part des pas pendant laquelle le taux d&apos;apprentissage monte à sa hauteur.</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>Meilleur selon</translation>
    </message>
    <message>
        <source>Which checkpoint is the best: the one with the lowest loss, or with the most right answers (right), for labels, JSON and tool calls.</source>
        <translation>Quel point de reprise est le meilleur : celui de la perte la plus basse, ou celui qui a le plus de réponses justes (right), pour des étiquettes, du JSON et des appels d&apos;outils.</translation>
    </message>
    <message>
        <source>loss or right</source>
        <translation>loss ou right</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Patience</translation>
    </message>
    <message>
        <source>Stop after this many evaluations without improvement. 0: never before the end.</source>
        <translation>S&apos;arrêter après tant d&apos;évaluations sans progrès. 0 : jamais avant la fin.</translation>
    </message>
    <message>
        <source>a whole number of evaluations, 0 or more</source>
        <translation>un nombre entier d&apos;évaluations, 0 ou plus</translation>
    </message>
    <message>
        <source>How many cores compute. Fewer leave some to other programs; 0: as Settings say.</source>
        <translation>Combien de cœurs calculent. Moins en laisse à d&apos;autres programmes ; 0 : comme disent les réglages.</translation>
    </message>
    <message>
        <source>a whole number of threads, 0 or more</source>
        <translation>un nombre entier de fils, 0 ou plus</translation>
    </message>
    <message>
        <source>low: other programs go first and keep a core, so that the computer stays usable. auto: as Settings say.</source>
        <translation>low : les autres programmes passent d&apos;abord et gardent un cœur, l&apos;ordinateur reste utilisable. auto : comme disent les réglages.</translation>
    </message>
    <message>
        <source>auto, normal or low</source>
        <translation>auto, normal ou low</translation>
    </message>
    <message>
        <source>Rank-stable</source>
        <translation>Stable en rang</translation>
    </message>
    <message>
        <source>rsLoRA: with large ranks (64 or more) the adapter keeps learning instead of being damped.</source>
        <translation>rsLoRA : aux grands rangs (64 ou plus) l&apos;adaptateur continue d&apos;apprendre au lieu d&apos;être freiné.</translation>
    </message>
    <message>
        <source>Also trains how strong each row of a weight is. Slower, often a bit better, and exported merged only.</source>
        <translation>Entraîne aussi la force de chaque ligne d&apos;un poids. Plus lent, souvent un peu mieux, et exporté seulement fusionné.</translation>
    </message>
    <message>
        <source>LoRA+ ratio</source>
        <translation>Rapport LoRA+</translation>
    </message>
    <message>
        <source>Lets the adapter&apos;s second half learn this many times faster, which can save steps. 16 is usual; 1: off.</source>
        <translation>Laisse la seconde moitié de l&apos;adaptateur apprendre autant de fois plus vite, ce qui peut économiser des pas. 16 est usuel ; 1 : non.</translation>
    </message>
    <message>
        <source>a number above 0, such as 16</source>
        <translation>un nombre supérieur à 0, comme 16</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Leaves out part of the adapter&apos;s input at random, so that it learns less by heart. 0.05 is usual; 0: off.</source>
        <translation>Écarte au hasard une partie de ce que lit l&apos;adaptateur, pour qu&apos;il apprenne moins par cœur. 0.05 est usuel ; 0 : non.</translation>
    </message>
    <message>
        <source>Noise (NEFTune)</source>
        <translation>Bruit (NEFTune)</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>But</translation>
    </message>
    <message>
        <source>Without length</source>
        <translation>Sans la longueur</translation>
    </message>
    <message>
        <source>Good answers count</source>
        <translation>Poids des bonnes réponses</translation>
    </message>
    <message>
        <source>Wrong choices</source>
        <translation>Choix erronés</translation>
    </message>
    <message>
        <source>Marks of turns</source>
        <translation>Marques des tours</translation>
    </message>
    <message>
        <source>Go to “{control}”.</source>
        <translation>Allez à « {control} ».</translation>
    </message>
    <message>
        <source>Change “{control}”.</source>
        <translation>Modifiez « {control} ».</translation>
    </message>
    <message>
        <source>Set “{control}” to {value}.</source>
        <translation>Réglez « {control} » sur {value}.</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Colonnes</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Encodage</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>En-tête</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Feuille</translation>
    </message>
    <message>
        <source>Equal rows</source>
        <translation>Lignes identiques</translation>
    </message>
    <message>
        <source>Packing</source>
        <translation>Regroupement</translation>
    </message>
    <message>
        <source>Shared beginnings</source>
        <translation>Débuts communs</translation>
    </message>
    <message>
        <source>NEFTune: a little noise on the words while training, which often makes answers of a chat model freer. 0: off.</source>
        <translation>NEFTune : un peu de bruit sur les mots à l&apos;entraînement, qui rend souvent plus libres les réponses d&apos;un modèle de discussion. 0 : non.</translation>
    </message>
    <message>
        <source>The share of your data that is only used to test the trained model.</source>
        <translation>La part de vos données qui sert seulement à tester le modèle entraîné.</translation>
    </message>
    <message>
        <source>A file of conversations or text that it has to keep. Empty: everyday talk in six languages.</source>
        <translation>Un fichier de conversations ou de texte qu’il doit garder. Vide : des conversations de tous les jours en six langues.</translation>
    </message>
    <message>
        <source>Data with the same answer to every question, or with mostly misread letters: refuse it, or train on it anyway.</source>
        <translation>Données avec la même réponse à chaque question, ou aux lettres surtout mal lues : les refuser, ou s’entraîner dessus quand même.</translation>
    </message>
    <message>
        <source>The order of the rows, and how the adapter begins. The same seed gives the same training.</source>
        <translation>L’ordre des lignes, et le début de l’adaptateur. La même graine donne le même entraînement.</translation>
    </message>
    <message>
        <source>a number, 0 or more, such as 5</source>
        <translation>un nombre, 0 ou plus, comme 5</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Dégradation des poids</translation>
    </message>
    <message>
        <source>Pulls the adapter back towards nothing, so that small data changes the model less. 0: off.</source>
        <translation>Ramène l&apos;adaptateur vers rien, pour que peu de données changent moins le modèle. 0 : non.</translation>
    </message>
    <message>
        <source>a number, 0 or more, such as 0.01</source>
        <translation>un nombre, 0 ou plus, comme 0.01</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Essai à blanc</translation>
    </message>
    <message>
        <source>Cancel the dry run</source>
        <translation>Annuler l&apos;essai</translation>
    </message>
    <message>
        <source>about {whole_seconds}</source>
        <translation>environ {whole_seconds}</translation>
    </message>
    <message>
        <source>The dry run was cancelled.</source>
        <translation>L&apos;essai à blanc a été annulé.</translation>
    </message>
    <message>
        <source>Teach a language model your style, your answers or your texts. Nothing leaves this computer.</source>
        <translation>Apprenez à un modèle de langage votre style, vos réponses ou vos textes. Rien ne quitte cet ordinateur.</translation>
    </message>
    <message>
        <source>Choose one: yours, or the one included.</source>
        <translation>Choisissez-en un : le vôtre, ou celui fourni.</translation>
    </message>
    <message>
        <source>Show it what to learn from.</source>
        <translation>Montrez-lui de quoi apprendre.</translation>
    </message>
    <message>
        <source>Let it learn. The model file itself stays as it is.</source>
        <translation>Laissez-le apprendre. Le fichier du modèle reste tel quel.</translation>
    </message>
    <message>
        <source>Compare its answers, before and after.</source>
        <translation>Comparez ses réponses, avant et après.</translation>
    </message>
    <message>
        <source>A small model learns from a sample in a few minutes, without a network:</source>
        <translation>Un petit modèle apprend d’un exemple en quelques minutes, sans réseau :</translation>
    </message>
    <message>
        <source>to &amp;answer like an old lighthouse keeper</source>
        <translation>à &amp;répondre comme un vieux gardien de phare</translation>
    </message>
    <message>
        <source>to &amp;continue a story like Dr Watson</source>
        <translation>à &amp;continuer une histoire comme le docteur Watson</translation>
    </message>
    <message>
        <source>Use my &amp;own</source>
        <translation>Utiliser les &amp;miens</translation>
    </message>
    <message>
        <source>&amp;Try it with the sample</source>
        <translation>&amp;Essayer avec l&apos;exemple</translation>
    </message>
    <message>
        <source>Welcome to Luthier</source>
        <translation>Bienvenue dans Luthier</translation>
    </message>
    <message>
        <source>Teach it my &amp;own texts</source>
        <translation>Lui apprendre &amp;mes textes</translation>
    </message>
    <message>
        <source>How it works</source>
        <translation>Comment ça marche</translation>
    </message>
    <message>
        <source>Take it to Ollama, LM Studio or llama.cpp.</source>
        <translation>Emportez-le vers Ollama, LM Studio ou llama.cpp.</translation>
    </message>
    <message>
        <source>See it happen first</source>
        <translation>Voyez d&apos;abord comment ça marche</translation>
    </message>
    <message>
        <source>Luthier goes on</source>
        <translation>Luthier continue</translation>
    </message>
    <message>
        <source>The run is in the tray until it ends.</source>
        <translation>L&apos;entraînement reste dans la zone de notification jusqu&apos;à sa fin.</translation>
    </message>
    <message>
        <source>Nothing is training</source>
        <translation>Aucun entraînement</translation>
    </message>
    <message>
        <source>Show &amp;Luthier</source>
        <translation>Afficher &amp;Luthier</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Quitter</translation>
    </message>
    <message>
        <source>{title} could not be trained</source>
        <translation>{title} n&apos;a pas pu être entraîné</translation>
    </message>
    <message>
        <source>Start it when the other has ended.</source>
        <translation>Lancez-le quand l&apos;autre sera terminé.</translation>
    </message>
    <message>
        <source>&amp;Train both</source>
        <translation>Entraîner les &amp;deux</translation>
    </message>
    <message>
        <source>Each takes about twice as long, and both need their memory at once.</source>
        <translation>Chacun prend environ deux fois plus de temps, et les deux ont besoin de leur mémoire en même temps.</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>un autre programme</translation>
    </message>
    <message>
        <source>{title} is being trained by {holder}.</source>
        <translation>{title} est en cours d&apos;entraînement par {holder}.</translation>
    </message>
    <message>
        <source>Another run is training on this computer.</source>
        <translation>Un autre entraînement est en cours sur cet ordinateur.</translation>
    </message>
    <message>
        <source>The training is being saved.</source>
        <translation>L&apos;entraînement est en cours d&apos;enregistrement.</translation>
    </message>
    <message>
        <source>{title} is still training on {computer}.</source>
        <translation>{title} s’entraîne encore sur {computer}.</translation>
    </message>
    <message>
        <source>{title} is still training.</source>
        <translation>{title} s&apos;entraîne encore.</translation>
    </message>
    <message>
        <source>What should happen to it?</source>
        <translation>Que faut-il en faire ?</translation>
    </message>
    <message>
        <source>Let it go &amp;on there</source>
        <translation>Le laisser &amp;continuer là-bas</translation>
    </message>
    <message>
        <source>The window closes. Next time it offers to take it up again. Left alone for a day, it stops there, and is kept.</source>
        <translation>La fenêtre se ferme. La prochaine fois, elle propose de le reprendre. Laissé seul un jour, il s’y arrête, et est gardé.</translation>
    </message>
    <message>
        <source>Keep &amp;running</source>
        <translation>&amp;Continuer en arrière-plan</translation>
    </message>
    <message>
        <source>The window goes to the tray. A message says when the run has ended.</source>
        <translation>La fenêtre passe dans la zone de notification. Un message annonce la fin de l&apos;entraînement.</translation>
    </message>
    <message>
        <source>The window becomes small and goes on training. Its title says how far the run is.</source>
        <translation>La fenêtre se réduit et l’entraînement continue. Son titre indique l’avancement.</translation>
    </message>
    <message>
        <source>Finishes the step, saves, and closes. You can continue it another time.</source>
        <translation>Termine le pas, enregistre et ferme. Vous pourrez reprendre une autre fois.</translation>
    </message>
    <message>
        <source>What it learnt since step {step} is lost.</source>
        <translation>Ce qui a été appris depuis le pas {step} est perdu.</translation>
    </message>
    <message>
        <source>Nothing of it is kept.</source>
        <translation>Rien n&apos;en est gardé.</translation>
    </message>
    <message>
        <source>&amp;Cancel the run</source>
        <translation>&amp;Annuler l&apos;entraînement</translation>
    </message>
    <message>
        <source>Ends it without saving, and closes. {lost}</source>
        <translation>Le termine sans enregistrer, puis ferme. {lost}</translation>
    </message>
    <message>
        <source>The window stays open.</source>
        <translation>La fenêtre reste ouverte.</translation>
    </message>
    <message>
        <source>&amp;End it now</source>
        <translation>&amp;Terminer maintenant</translation>
    </message>
    <message>
        <source>Without waiting. {lost}</source>
        <translation>Sans attendre. {lost}</translation>
    </message>
    <message>
        <source>&amp;Wait</source>
        <translation>A&amp;ttendre</translation>
    </message>
    <message>
        <source>The window closes by itself.</source>
        <translation>La fenêtre se ferme d&apos;elle-même.</translation>
    </message>
    <message>
        <source>Luthier is still waiting to close.</source>
        <translation>Luthier attend encore de se fermer.</translation>
    </message>
    <message>
        <source>What was learnt since step {step} is lost.</source>
        <translation>Ce qui a été appris depuis le pas {step} est perdu.</translation>
    </message>
    <message>
        <source>What is not saved yet is lost.</source>
        <translation>Ce qui n&apos;est pas encore enregistré est perdu.</translation>
    </message>
    <message>
        <source>Stopping what is running. Then the window closes.</source>
        <translation>Fin de ce qui est en cours. La fenêtre se ferme ensuite.</translation>
    </message>
    <message>
        <source>; a step takes about {seconds} here</source>
        <translation>; un pas prend environ {seconds} ici</translation>
    </message>
    <message>
        <source>Waiting for the current step{pace}. Then the window closes.</source>
        <translation>Attente du pas en cours{pace}. La fenêtre se ferme ensuite.</translation>
    </message>
    <message>
        <source>&amp;Keep the window open</source>
        <translation>&amp;Garder la fenêtre ouverte</translation>
    </message>
    <message>
        <source>&amp;Look at the training</source>
        <translation>&amp;Voir l&apos;entraînement</translation>
    </message>
    <message>
        <source>Luthier did not start properly last time, so it starts without what it remembered. That is kept in {file}.</source>
        <translation>La dernière fois, Luthier n&apos;a pas démarré correctement : il démarre donc sans ce qu&apos;il avait retenu. Cela reste conservé dans {file}.</translation>
    </message>
    <message>
        <source>&amp;Good</source>
        <translation>&amp;Bien</translation>
    </message>
    <message>
        <source>Something went wrong in the window. If it does not look right now, close it and start it again.</source>
        <translation>Un problème est survenu dans la fenêtre. Si elle ne s&apos;affiche pas correctement, fermez-la et relancez-la.</translation>
    </message>
    <message>
        <source>&amp;Settings</source>
        <translation>&amp;Réglages</translation>
    </message>
    <message>
        <source>Trained: its new answer is beside the old one. This sample model is tiny, so it learns only a manner of speaking. Larger models learn facts, too.</source>
        <translation>Entraîné : sa nouvelle réponse est à côté de l’ancienne. Ce modèle d’exemple est minuscule et n’apprend qu’une façon de parler. Les plus grands modèles apprennent aussi des faits.</translation>
    </message>
    <message>
        <source>{title}: trained.</source>
        <translation>{title} : entraîné.</translation>
    </message>
    <message>
        <source>&amp;Ask it something</source>
        <translation>&amp;Lui poser une question</translation>
    </message>
    <message>
        <source>{name}
{words}
Press to watch it.</source>
        <translation>{name}
{words}
Cliquez pour le suivre.</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Continuer</translation>
    </message>
    <message>
        <source>&amp;Look at it</source>
        <translation>&amp;Voir</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>&amp;Pas maintenant</translation>
    </message>
    <message>
        <source>{who} in the queue from last time. Continue the training?</source>
        <translation>{who} dans la file depuis la dernière fois. Faut-il continuer ?</translation>
    </message>
    <message>
        <source>&amp;Look at the queue</source>
        <translation>Voir la &amp;file</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Bienvenue</translation>
    </message>
    <message>
        <source>{page}: {text}</source>
        <translation>{page} : {text}</translation>
    </message>
    <message>
        <source>&amp;Show it</source>
        <translation>&amp;Montrer</translation>
    </message>
    <message>
        <source>running, {percent}</source>
        <translation>en cours, {percent}</translation>
    </message>
    <message>
        <source>next</source>
        <translation>à suivre</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fait</translation>
    </message>
    <message>
        <source>Another training is running. Press Train at the left to see it.</source>
        <translation>Un autre entraînement est en cours. Cliquez sur Entraîner, à gauche, pour le voir.</translation>
    </message>
    <message>
        <source>This folder cannot be opened</source>
        <translation>Ce dossier ne peut pas être ouvert</translation>
    </message>
    <message>
        <source>This run cannot be read</source>
        <translation>Cet entraînement ne peut pas être lu</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Arrêt…</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation>Annulation</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>{rss} · {pace} tok/s</source>
        <translation>{rss} · {pace} tok/s</translation>
    </message>
    <message>
        <source>{seconds} min left</source>
        <translation>encore {seconds} min</translation>
    </message>
    <message>
        <source>{seconds} left</source>
        <translation>encore {seconds}</translation>
    </message>
    <message>
        <source>Your run {title} stopped before its first step.</source>
        <translation>Votre entraînement {title} s&apos;est arrêté avant le premier pas.</translation>
    </message>
    <message>
        <source>&amp;Resume {title}</source>
        <translation>&amp;Reprendre {title}</translation>
    </message>
    <message>
        <source>at step {step} of {steps}</source>
        <translation>au pas {step} sur {steps}</translation>
    </message>
    <message>
        <source>&amp;Resume {title} ({step} of {steps})</source>
        <translation>&amp;Reprendre {title} ({step} sur {steps})</translation>
    </message>
    <message>
        <source>Your run {title} stopped {where}.</source>
        <translation>Votre entraînement {title} s&apos;est arrêté {where}.</translation>
    </message>
    <message>
        <source>Your run {title} was {where} when {on} was last heard.</source>
        <translation>Votre entraînement {title} en était {where} au dernier signe de vie de {on}.</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Reprendre</translation>
    </message>
    <message>
        <source>{title} – Luthier</source>
        <translation>{title} – Luthier</translation>
    </message>
    <message>
        <source>Lines to type in a terminal</source>
        <translation>Lignes à saisir dans un terminal</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Avancement</translation>
    </message>
    <message>
        <source>{title}: not found here</source>
        <translation>{title} : introuvable ici</translation>
    </message>
    <message>
        <source>Data (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.xlsx *.ods *.txt *.md *.markdown *.rst *.pdf *.docx *.odt *.rtf *.epub *.html *.htm *.pptx *.zip *.gz);;All files (*)</source>
        <translation>Données (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.xlsx *.ods *.txt *.md *.markdown *.rst *.pdf *.docx *.odt *.rtf *.epub *.html *.htm *.pptx *.zip *.gz);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Choose a text, a document, a JSON, CSV or Parquet file, or a folder of texts.</source>
        <translation>Choisissez un texte, un document, un fichier JSON, CSV ou Parquet, ou un dossier de textes.</translation>
    </message>
    <message>
        <source>A folder: the texts in it, and in folders below.</source>
        <translation>Un dossier : les textes qu&apos;il contient, et ceux de ses sous-dossiers.</translation>
    </message>
    <message>
        <source>Check that you have permission to read it, or choose another.</source>
        <translation>Vérifiez que vous pouvez le lire, ou choisissez-en un autre.</translation>
    </message>
    <message>
        <source>{text} cannot be read: {strerror}.</source>
        <translation>{text} ne peut pas être lu : {strerror}.</translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation>{name} est vide.</translation>
    </message>
    <message>
        <source>Choose a file with text in it.</source>
        <translation>Choisissez un fichier qui contient du texte.</translation>
    </message>
    <message>
        <source>A file of {size}.</source>
        <translation>Un fichier de {size}.</translation>
    </message>
    <message>
        <source>No {what} is chosen yet.</source>
        <translation>Rien n&apos;est encore choisi ({what}).</translation>
    </message>
    <message>
        <source>There is nothing at {text}.</source>
        <translation>Il n&apos;y a rien à {text}.</translation>
    </message>
    <message>
        <source>Check the path, or choose it again.</source>
        <translation>Vérifiez le chemin, ou choisissez-le de nouveau.</translation>
    </message>
    <message>
        <source>Ending…</source>
        <translation>Fin en cours…</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>Mise en pause…</translation>
    </message>
    <message>
        <source>Paused · {amount}</source>
        <translation>En pause · {amount}</translation>
    </message>
    <message>
        <source>Connection lost, trying again</source>
        <translation>Connexion perdue, nouvel essai</translation>
    </message>
    <message>
        <source>{seconds_left} left</source>
        <translation>encore {seconds_left}</translation>
    </message>
    <message>
        <source>{done} of {total} {unit}</source>
        <translation>{done} sur {total} {unit}</translation>
    </message>
    <message>
        <source>No loss yet.</source>
        <translation>Pas encore de perte.</translation>
    </message>
    <message>
        <source>Loss from {first} to {last}.</source>
        <translation>Perte de {first} à {last}.</translation>
    </message>
    <message>
        <source> On text it had not seen from {first} to {last}.</source>
        <translation> Sur du texte jamais vu, de {first} à {last}.</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>À regarder</translation>
    </message>
    <message>
        <source>Not good</source>
        <translation>Mauvais</translation>
    </message>
    <message>
        <source>Still to come</source>
        <translation>À venir</translation>
    </message>
    <message>
        <source>Going on</source>
        <translation>En cours</translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation>Pas encore connu</translation>
    </message>
    <message>
        <source>Copy the &amp;lines</source>
        <translation>Copier les &amp;lignes</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>Fermer ce message</translation>
    </message>
    <message>
        <source>Dismiss this message (Escape)</source>
        <translation>Fermer ce message (Échap)</translation>
    </message>
    <message>
        <source>No file manager could be started</source>
        <translation>Aucun gestionnaire de fichiers n&apos;a pu être lancé</translation>
    </message>
    <message>
        <source>The folder is here:</source>
        <translation>Le dossier est ici :</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>Fichier…</translation>
    </message>
    <message>
        <source>{name}: choose a file</source>
        <translation>{name} : choisir un fichier</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Dossier…</translation>
    </message>
    <message>
        <source>{name}: choose a folder</source>
        <translation>{name} : choisir un dossier</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Choisir un fichier</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Choisir un dossier</translation>
    </message>
    <message>
        <source>Get a token</source>
        <translation>Obtenir un jeton</translation>
    </message>
    <message>
        <source>Save token</source>
        <translation>Enregistrer le jeton</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>Jeton d&apos;accès</translation>
    </message>
    <message>
        <source>Access token, hf_…</source>
        <translation>Jeton d&apos;accès, hf_…</translation>
    </message>
    <message>
        <source>It is kept in the system&apos;s keyring, and in no file.</source>
        <translation>Il est gardé dans le trousseau du système, et dans aucun fichier.</translation>
    </message>
    <message>
        <source>Remove token</source>
        <translation>Retirer le jeton</translation>
    </message>
    <message>
        <source>Paste the token first.</source>
        <translation>Collez d&apos;abord le jeton.</translation>
    </message>
    <message>
        <source>Asking the keyring…</source>
        <translation>Interrogation du trousseau…</translation>
    </message>
    <message>
        <source>✓ The token is in the system&apos;s keyring.</source>
        <translation>✓ Le jeton est dans le trousseau du système.</translation>
    </message>
    <message>
        <source>✓ There is no token in the keyring any more.</source>
        <translation>✓ Il n&apos;y a plus de jeton dans le trousseau.</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>ne tient pas</translation>
    </message>
    <message>
        <source>The worker process reported a result that cannot be understood.</source>
        <translation>Ce que le processus de travail a dit de son résultat est incompréhensible.</translation>
    </message>
    <message>
        <source>This is a bug: please report the details.</source>
        <translation>C&apos;est une erreur du programme : signalez les détails.</translation>
    </message>
    <message>
        <source>The worker process was lost</source>
        <translation>Le processus de travail a été perdu</translation>
    </message>
    <message>
        <source>Closing other programs helps when memory ran out. Try again.</source>
        <translation>Fermer d&apos;autres programmes aide quand la mémoire a manqué. Réessayez.</translation>
    </message>
    <message>
        <source>This is a bug: please report it. “Save a report” on the Settings page writes what is needed.</source>
        <translation>C&apos;est une erreur du programme : signalez-la. « Enregistrer un rapport », page Réglages, écrit ce qu&apos;il faut.</translation>
    </message>
    <message>
        <source>The training process did not start</source>
        <translation>Le processus d&apos;entraînement n&apos;a pas démarré</translation>
    </message>
    <message>
        <source>The training process was lost</source>
        <translation>Le processus d&apos;entraînement a été perdu</translation>
    </message>
    <message>
        <source>exit code {exit_code}, crashed: {crashed}</source>
        <translation>code de sortie {exit_code}, panne : {crashed}</translation>
    </message>
    <message>
        <source>Stopped and kept</source>
        <translation>Arrêté et gardé</translation>
    </message>
    <message>
        <source>Nothing was trained, and nothing was lost. Change what you like, and start again.</source>
        <translation>Rien n&apos;a été entraîné, et rien n&apos;est perdu. Changez ce que vous voulez, et relancez.</translation>
    </message>
    <message>
        <source>Cancelled before anything was trained</source>
        <translation>Annulé avant que rien ne soit entraîné</translation>
    </message>
    <message>
        <source>What was trained since the last checkpoint is lost. </source>
        <translation>Ce que la dernière séance a entraîné depuis son point de reprise est perdu. </translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Annulé</translation>
    </message>
    <message>
        <source>This training was interrupted</source>
        <translation>Cet entraînement a été interrompu</translation>
    </message>
    <message>
        <source>{title} is ready</source>
        <translation>{title} est prêt</translation>
    </message>
    <message>
        <source>Luthier&apos;s own worker program could not be started. Installing Luthier again usually mends this.</source>
        <translation>Le programme de travail de Luthier n&apos;a pas pu être lancé. Réinstaller Luthier y remédie d&apos;ordinaire.</translation>
    </message>
    <message>
        <source>The process ended without a reason (exit code {exit_code}).</source>
        <translation>Le processus s&apos;est arrêté sans dire pourquoi (code de sortie {exit_code}).</translation>
    </message>
    <message>
        <source>The process was ended from outside while it worked. The system does that when memory runs out; closing other programs or a shorter context helps.</source>
        <translation>Le processus a été arrêté du dehors pendant qu&apos;il travaillait. Le système fait cela quand la mémoire manque ; fermer d&apos;autres programmes ou un contexte plus court aide.</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>code de sortie {code}</translation>
    </message>
    <message>
        <source>It crashed ({name}).</source>
        <translation>Il a planté ({name}).</translation>
    </message>
    <message>
        <source>The process was ended by the system ({name}).</source>
        <translation>Le processus a été arrêté par le système ({name}).</translation>
    </message>
    <message>
        <source>Training ended without a result</source>
        <translation>L&apos;entraînement s&apos;est terminé sans résultat</translation>
    </message>
    <message>
        <source>Training is finished</source>
        <translation>L&apos;entraînement est terminé</translation>
    </message>
    <message>
        <source>Training ended with an error</source>
        <translation>L&apos;entraînement s&apos;est terminé par une erreur</translation>
    </message>
    <message>
        <source>Training has gone wrong</source>
        <translation>L&apos;entraînement a mal tourné</translation>
    </message>
    <message>
        <source>Training could not begin</source>
        <translation>L&apos;entraînement n&apos;a pas pu commencer</translation>
    </message>
    <message>
        <source>No checkpoint had been saved yet, so resuming begins at the first step.</source>
        <translation>Aucun point de reprise n&apos;avait été enregistré : reprendre commence au premier pas.</translation>
    </message>
    <message>
        <source>Everything up to step {saved} is kept. Resume goes on from there.</source>
        <translation>Tout jusqu&apos;au pas {saved} est gardé. Reprendre repart de là.</translation>
    </message>
    <message numerus="yes">
        <source>{lost} steps are</source>
        <comment>1 step is</comment>
        <translation>
            <numerusform>{lost} pas est</numerusform>
            <numerusform>{lost} pas sont</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything up to step {saved} is kept; Resume goes on from there, and {steps} repeated.</source>
        <translation>Tout jusqu&apos;au pas {saved} est gardé ; Reprendre repart de là, et {steps} répétés.</translation>
    </message>
    <message>
        <source>It took {seconds}.</source>
        <translation>Il a pris {seconds}.</translation>
    </message>
    <message>
        <source>The training process was lost here: it ended without a word.</source>
        <translation>Le processus d&apos;entraînement a été perdu ici : il s&apos;est arrêté sans un mot.</translation>
    </message>
    <message>
        <source>Resuming this run.</source>
        <translation>Poursuite de cet entraînement.</translation>
    </message>
    <message>
        <source>Started.</source>
        <translation>Lancé.</translation>
    </message>
    <message>
        <source>, a little slower to save some</source>
        <translation>, un peu plus lent pour en économiser</translation>
    </message>
    <message>
        <source>, slower to save some</source>
        <translation>, plus lent pour en économiser</translation>
    </message>
    <message>
        <source> A sample takes about {samples} more while it is written.</source>
        <translation> Un échantillon prend environ {samples} de plus pendant qu&apos;il est écrit.</translation>
    </message>
    <message>
        <source>, and {on_card} of the graphics card&apos;s</source>
        <translation>, et {on_card} de la carte graphique</translation>
    </message>
    <message>
        <source>Training needs about {total} of memory{card}{how}.{besides}</source>
        <translation>L&apos;entraînement demande environ {total} de mémoire{card}{how}.{besides}</translation>
    </message>
    <message>
        <source>from step {step} </source>
        <translation>du pas {step} </translation>
    </message>
    <message>
        <source>Training {trainable} adapter weights, {start}to step {steps}.</source>
        <translation>Entraîne {trainable} poids de l&apos;adaptateur, {start}jusqu&apos;au pas {steps}.</translation>
    </message>
    <message>
        <source>Step {step} was skipped: {reason} ({so_far} so far).</source>
        <translation>Le pas {step} a été sauté : {reason} ({so_far} jusqu&apos;ici).</translation>
    </message>
    <message>
        <source>after {steps}</source>
        <translation>après {steps}</translation>
    </message>
    <message>
        <source>with the adapter</source>
        <translation>avec l&apos;adaptateur</translation>
    </message>
    <message>
        <source>before training</source>
        <translation>avant l&apos;entraînement</translation>
    </message>
    <message>
        <source>loss {loss}.</source>
        <translation>perte {loss}.</translation>
    </message>
    <message>
        <source>loss {loss}, perplexity {perplexity}.</source>
        <translation>perte {loss}, perplexité {perplexity}.</translation>
    </message>
    <message>
        <source>Evaluation {when}: {what}</source>
        <translation>Évaluation {when} : {what}</translation>
    </message>
    <message>
        <source>Checkpoint saved at step {step}{best}.</source>
        <translation>Point de reprise enregistré au pas {step}{best}.</translation>
    </message>
    <message>
        <source>, the best so far: it is kept</source>
        <translation>, le meilleur jusqu&apos;ici : il est gardé</translation>
    </message>
    <message>
        <source>Sample before training, to “{prompt}”.</source>
        <translation>Échantillon avant l&apos;entraînement, à « {prompt} ».</translation>
    </message>
    <message>
        <source>Sample after {steps}, to “{prompt}”.</source>
        <translation>Échantillon après {steps}, à « {prompt} ».</translation>
    </message>
    <message>
        <source>Sample ({label}): {text}</source>
        <translation>Échantillon ({label}) : {text}</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>En pause.</translation>
    </message>
    <message>
        <source>Running.</source>
        <translation>En cours.</translation>
    </message>
    <message>
        <source>Stopping after this step.</source>
        <translation>S&apos;arrête après ce pas.</translation>
    </message>
    <message>
        <source>Finished.</source>
        <translation>Terminé.</translation>
    </message>
    <message>
        <source>Stopped; the adapter is kept.</source>
        <translation>Arrêté ; l&apos;adaptateur est gardé.</translation>
    </message>
    <message>
        <source>{rows}, {tokens} tokens, {tokens_trained} of them trained, in {sequences} sequences ({fill} full).</source>
        <translation>{rows}, {tokens} jetons, dont {tokens_trained} appris, en {sequences} séquences ({fill} pleines).</translation>
    </message>
    <message>
        <source> Rows that begin alike share {tokens_shared} of the tokens.</source>
        <translation> Les lignes qui commencent pareil partagent {tokens_shared} des jetons.</translation>
    </message>
    <message>
        <source> Held out for evaluation: {rows}.</source>
        <translation> Réservé à l&apos;évaluation : {rows}.</translation>
    </message>
    <message>
        <source> Left out: </source>
        <translation> Écartées : </translation>
    </message>
    <message>
        <source>waiting for mains power</source>
        <translation>en attente du secteur</translation>
    </message>
    <message>
        <source>waiting until the processor has cooled down</source>
        <translation>en attente que le processeur refroidisse</translation>
    </message>
    <message>
        <source>The worker writes lines that this version of Luthier does not understand. They are skipped.</source>
        <translation>Le processus de travail écrit des lignes que cette version de Luthier ne comprend pas. Elles sont ignorées.</translation>
    </message>
    <message>
        <source>If nothing else is wrong, it can continue; Copy details has the lines for a report.</source>
        <translation>Si rien d&apos;autre ne va mal, il peut continuer ; « Copier les détails » contient les lignes, pour un rapport.</translation>
    </message>
    <message>
        <source>This run no longer exists.</source>
        <translation>Cet entraînement n&apos;est plus là.</translation>
    </message>
    <message>
        <source>Another program is training this run.</source>
        <translation>Un autre programme s&apos;occupe de cet entraînement.</translation>
    </message>
    <message>
        <source>Another Luthier window (process {pid} on {host}) keeps the queue. What waits here is forgotten when this window is closed.</source>
        <translation>Une autre fenêtre de Luthier (processus {pid} sur {host}) tient la file. Ce qui attend ici sera oublié à la fermeture de cette fenêtre.</translation>
    </message>
    <message>
        <source>Skipped: </source>
        <translation>Ignoré : </translation>
    </message>
    <message>
        <source>Resumed</source>
        <translation>Repris</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>The computer slept for {asleep}</source>
        <translation>L&apos;ordinateur a dormi {asleep}</translation>
    </message>
    <message>
        <source>The computer slept, or was busy, for {asleep}.</source>
        <translation>L&apos;ordinateur a dormi, ou a été retenu, {asleep}.</translation>
    </message>
    <message>
        <source>Save a report on the Settings page: it helps to find out why.</source>
        <translation>Enregistrez un rapport dans la page Réglages : il aide à trouver pourquoi.</translation>
    </message>
    <message>
        <source>This did not work: {in_words}.</source>
        <translation>Cela n&apos;a pas marché : {in_words}.</translation>
    </message>
    <message>
        <source>Of {answers} held-out choices it has learnt {right}.</source>
        <translation>Sur {answers} choix mis de côté, il en a appris {right}.</translation>
    </message>
    <message>
        <source>Before training: {before}.</source>
        <translation>Avant l’entraînement : {before}.</translation>
    </message>
    <message>
        <source>No longer getting better</source>
        <translation>Ne s&apos;améliore plus</translation>
    </message>
    <message>
        <source>The loss has stopped falling. More steps will change little: you can stop and keep what it has learnt.</source>
        <translation>La perte ne baisse plus. Plus de pas changeront peu : vous pouvez arrêter et garder ce qu&apos;il a appris.</translation>
    </message>
    <message>
        <source>The loss rose from {least} to {now}</source>
        <translation>La perte est montée de {least} à {now}</translation>
    </message>
    <message>
        <source>{skipped} steps were lost</source>
        <translation>{skipped} pas ont été perdus</translation>
    </message>
    <message>
        <source>The loss is no longer a number</source>
        <translation>La perte n&apos;est plus un nombre</translation>
    </message>
    <message>
        <source>, {lower} instead of {rate} for example</source>
        <translation>, {lower} au lieu de {rate} par exemple</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Recommencer</translation>
    </message>
    <message>
        <source>Stop, and start again</source>
        <translation>Arrêter et recommencer</translation>
    </message>
    <message>
        <source>Unstable: lower the rate</source>
        <translation>Instable : baissez le taux</translation>
    </message>
    <message>
        <source>{why}. {act} with a lower learning rate{rate}.</source>
        <translation>{why}. {act} avec un taux d&apos;apprentissage plus bas{rate}.</translation>
    </message>
    <message>
        <source>Your chosen answers become unlikely</source>
        <translation>Vos réponses choisies deviennent improbables</translation>
    </message>
    <message>
        <source>Their log-probability has fallen from {before} to {now}: it forgets how to write them while it learns to avoid the others. {act} with a lower learning rate, fewer epochs or a higher beta.</source>
        <translation>Leur log-probabilité est passée de {before} à {now} : il oublie comment les écrire en apprenant à éviter les autres. {act} avec un taux d&apos;apprentissage plus faible, moins d&apos;époques ou un bêta plus grand.</translation>
    </message>
    <message>
        <source>Text it had not seen became harder for it from the start (loss {before} before, {now} now). Give it more or more varied rows, fewer epochs, or a lower learning rate.</source>
        <translation>Le texte qu&apos;il n&apos;avait pas vu lui est devenu plus difficile dès le début (perte {before} avant, {now} maintenant). Donnez-lui plus de lignes ou de plus variées, moins d&apos;époques, ou un taux plus bas.</translation>
    </message>
    <message>
        <source>Learning by heart from the start</source>
        <translation>Apprend par cœur depuis le début</translation>
    </message>
    <message>
        <source>The best adapter is from step {steps}</source>
        <translation>Le meilleur adaptateur est celui du pas {steps}</translation>
    </message>
    <message>
        <source>, it is kept. </source>
        <translation>, il est gardé. </translation>
    </message>
    <message>
        <source>Chat and Export take it. For a better one: more rows, or fewer epochs.</source>
        <translation>Discuter et Exporter le prennent. Pour un meilleur : plus de lignes, ou moins d&apos;époques.</translation>
    </message>
    <message>
        <source>You can stop here: Chat and Export take that one.</source>
        <translation>Vous pouvez arrêter ici : Discuter et Exporter prennent celui-là.</translation>
    </message>
    <message>
        <source>Learning by heart since step {since}</source>
        <translation>Apprend par cœur depuis le pas {since}</translation>
    </message>
    <message>
        <source>{fell}; below {known} it is close to them. Let it go on.</source>
        <translation>{fell} ; sous {known}, il en est proche. Laissez-le continuer.</translation>
    </message>
    <message>
        <source>{fell}; below {known} it would be close to them. Let it read them twice as often: more epochs.</source>
        <translation>{fell} ; sous {known}, il en serait proche. Faites-les-lui lire deux fois plus : plus d’époques.</translation>
    </message>
    <message>
        <source>You can stop now. Reading on helps with questions in other words.</source>
        <translation>Vous pouvez arrêter. Continuer aide pour les questions dites autrement.</translation>
    </message>
    <message>
        <source>It knows your answers by heart</source>
        <translation>Il sait vos réponses par cœur</translation>
    </message>
    <message>
        <source>The loss on your answers has fallen from {levels} to {now}</source>
        <translation>La perte sur vos réponses est passée de {levels} à {now}</translation>
    </message>
    <message>
        <source>Learning your answers by heart, as it should</source>
        <translation>Apprend vos réponses par cœur, comme il se doit</translation>
    </message>
    <message>
        <source>It does not know your answers by heart yet</source>
        <translation>Il ne sait pas encore vos réponses par cœur</translation>
    </message>
    <message numerus="yes">
        <source>{n} answers are right, word for word.</source>
        <comment>1 answer is right, word for word.</comment>
        <translation>
            <numerusform>Une réponse est juste, mot pour mot.</numerusform>
            <numerusform>{n} réponses sont justes, mot pour mot.</numerusform>
        </translation>
    </message>
    <message>
        <source>It knows {known} of your {taught} answers</source>
        <translation>Il sait {known} de vos {taught} réponses</translation>
    </message>
    <message>
        <source>These are right word for word. “Is it better?” asks the questions and shows the wrong answers; “Train more” lets it read them again.</source>
        <translation>Celles-ci sont justes mot pour mot. « Est-ce mieux ? » pose les questions et montre les réponses fausses ; « Entraîner encore » les lui fait relire.</translation>
    </message>
    <message>
        <source>“Is it better?” asks your questions and shows which answers are wrong.</source>
        <translation>« Est-ce mieux ? » pose vos questions et montre quelles réponses sont fausses.</translation>
    </message>
    <message>
        <source>{fell}. Single words may still be wrong, which this number hardly shows. {act}</source>
        <translation>{fell}. Quelques mots peuvent encore être faux, ce que ce nombre montre à peine. {act}</translation>
    </message>
    <message>
        <source>Its answers are close to yours</source>
        <translation>Ses réponses sont proches des vôtres</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>Pas terminé</translation>
    </message>
    <message>
        <source>It has done {done} of the training that you planned. Resume lets it finish.</source>
        <translation>Il a fait {done} de l’entraînement prévu. « Reprendre » le termine.</translation>
    </message>
    <message>
        <source>Too early to say</source>
        <translation>Trop tôt pour le dire</translation>
    </message>
    <message>
        <source>It learnt for only {steps} steps. More epochs or more rows make more steps.</source>
        <translation>Il n&apos;a appris que {steps} pas. Plus d&apos;époques ou plus de lignes font plus de pas.</translation>
    </message>
    <message>
        <source>The curves become meaningful after about {wait} steps.</source>
        <translation>Après environ {wait} pas, les courbes disent quelque chose.</translation>
    </message>
    <message>
        <source> ({value} instead of {rate})</source>
        <translation> ({value} au lieu de {rate})</translation>
    </message>
    <message>
        <source>Hardly learning</source>
        <translation>Apprend à peine</translation>
    </message>
    <message>
        <source>The loss has fallen by only {fall}. Try three times the learning rate{rate}, or more epochs.</source>
        <translation>La perte n&apos;a baissé que de {fall}. Essayez trois fois le taux d&apos;apprentissage{rate}, ou plus d&apos;époques.</translation>
    </message>
    <message numerus="yes">
        <source>{rows} rows are</source>
        <comment>1 row is</comment>
        <translation>
            <numerusform>{rows} ligne est</numerusform>
            <numerusform>{rows} lignes sont</numerusform>
        </translation>
    </message>
    <message>
        <source>The loss on what it trains on has fallen from {first} to {now}. {rows} held out, too few to judge by: </source>
        <translation>La perte sur ce qu&apos;il apprend est passée de {first} à {now}. {rows} réservées, trop peu pour juger : </translation>
    </message>
    <message>
        <source>It has learnt; ask it yourself</source>
        <translation>Il a appris ; posez-lui vos questions</translation>
    </message>
    <message>
        <source>talk to it, and compare with how it answered.</source>
        <translation>parlez-lui, et comparez avec ce qu&apos;il répondait.</translation>
    </message>
    <message>
        <source>ask it yourself when it is done. Let it go on.</source>
        <translation>posez-lui vous-même vos questions quand ce sera fini. Laissez-le continuer.</translation>
    </message>
    <message>
        <source>It has learnt well</source>
        <translation>Il a bien appris</translation>
    </message>
    <message>
        <source>Talk to it, and compare with how it answered before.</source>
        <translation>Parlez-lui, et comparez avec ce qu&apos;il répondait avant.</translation>
    </message>
    <message>
        <source>The loss on what it trains on has fallen from {first} to {now}.</source>
        <translation>La perte sur ce qu&apos;il apprend est passée de {first} à {now}.</translation>
    </message>
    <message>
        <source> Nothing is held out to tell learning from learning by heart.</source>
        <translation> Rien n&apos;est réservé pour distinguer apprendre et apprendre par cœur.</translation>
    </message>
    <message>
        <source> Let it go on.</source>
        <translation> Laissez-le continuer.</translation>
    </message>
    <message>
        <source>Learning well</source>
        <translation>Apprend bien</translation>
    </message>
    <message>
        <source>No row fits into a context of {context} tokens: half have over {median}.</source>
        <translation>Aucune ligne ne tient dans un contexte de {context} jetons : la moitié en a plus de {median}.</translation>
    </message>
    <message>
        <source>The model was made for {context} tokens; on longer texts it will write badly.</source>
        <translation>Le modèle a été fait pour {context} jetons ; sur des textes plus longs il écrira mal.</translation>
    </message>
    <message>
        <source>Such a high learning rate usually ends in nonsense.</source>
        <translation>Un taux d&apos;apprentissage si haut finit le plus souvent en charabia.</translation>
    </message>
    <message>
        <source>{rows} rows are few: it will learn them by heart. A style takes 50 or more.</source>
        <translation>{rows} lignes sont peu : il les apprendra par cœur. Un style en demande 50 ou plus.</translation>
    </message>
    <message>
        <source>Rows of up to {longest} tokens are cut to {context}: their oldest turns are left out, and rows whose last answer alone is longer are not used.</source>
        <translation>Les lignes jusqu&apos;à {longest} jetons sont coupées à {context} : leurs plus anciens tours sont écartés, et celles dont la dernière réponse est déjà plus longue ne sont pas utilisées.</translation>
    </message>
    <message>
        <source>With their thoughts rows have up to {longest} tokens, and those whose last answer has over {context} are not used.</source>
        <translation>Avec leurs réflexions, les lignes ont jusqu&apos;à {longest} jetons, et celles dont la dernière réponse dépasse {context} ne sont pas utilisées.</translation>
    </message>
    <message>
        <source>Nothing is held out, so you cannot see when it starts to learn by heart.</source>
        <translation>Rien n’est réservé, vous ne pouvez donc pas voir quand il commence à apprendre par cœur.</translation>
    </message>
    <message>
        <source>Each question is asked in one way only. Asked differently, small models then knew about 12 of 40 answers; with {n} more wordings of each, about 32. A model on this disk can write them; training then reads them {epochs} times, in about {time}.</source>
        <translation>Chaque question n’est posée que d’une façon. Posées autrement, de petits modèles savaient ensuite environ 12 réponses sur 40 ; avec {n} formulations de plus pour chacune, environ 32. Un modèle sur ce disque peut les écrire ; l’entraînement les lit alors {epochs} fois, en {time} environ.</translation>
    </message>
    <message>
        <source>This model can think first, but your rows have no thoughts, so it will answer at once from then on. To keep its thinking, give three of four rows thoughts (&lt;think&gt;…&lt;/think&gt;).</source>
        <translation>Ce modèle peut réfléchir d’abord, mais vos lignes n’ont pas de réflexions, il répondra donc aussitôt. Pour qu’il réfléchisse encore, donnez des réflexions à trois lignes sur quatre (&lt;think&gt;…&lt;/think&gt;).</translation>
    </message>
    <message>
        <source>Only {thoughts} of {rows} rows have thoughts, so this model will think less. Give three of four rows thoughts, or choose one kind with “Thoughts” on the Data page.</source>
        <translation>Seules {thoughts} des {rows} lignes ont des réflexions, ce modèle réfléchira donc moins. Donnez des réflexions à trois lignes sur quatre, ou choisissez une sorte avec « Avec les réflexions » sur la page Données.</translation>
    </message>
    <message numerus="yes">
        <source>{steps} steps are</source>
        <comment>1 step is</comment>
        <translation>
            <numerusform>{steps} pas est</numerusform>
            <numerusform>{steps} pas sont</numerusform>
        </translation>
    </message>
    <message>
        <source>{steps} too few to learn much from.</source>
        <translation>{steps} trop peu pour apprendre beaucoup.</translation>
    </message>
    <message>
        <source>This takes at least {seconds_low}.</source>
        <translation>Cela prend au moins {seconds_low}.</translation>
    </message>
    <message>
        <source>it has been learnt long before</source>
        <translation>c&apos;est su depuis longtemps alors</translation>
    </message>
    <message>
        <source>it is learnt by heart, word for word</source>
        <translation>c&apos;est appris par cœur, mot pour mot</translation>
    </message>
    <message>
        <source>all of it</source>
        <translation>tout</translation>
    </message>
    <message>
        <source>Reading {what} {epochs} times is more than is useful: {known}.</source>
        <translation>Lire {what} {epochs} fois est plus qu&apos;utile : {known}.</translation>
    </message>
    <message>
        <source>Speak in a style</source>
        <translation>Parler dans un style</translation>
    </message>
    <message>
        <source>In conversations it sounds like your examples: tone, length and words.</source>
        <translation>En conversation il sonne comme vos exemples : ton, longueur et mots.</translation>
    </message>
    <message>
        <source>Answer from my data</source>
        <translation>Répondre d&apos;après mes données</translation>
    </message>
    <message>
        <source>Sort and label</source>
        <translation>Trier et étiqueter</translation>
    </message>
    <message>
        <source>Short answers that are right or wrong: a label, JSON, a call of a tool.</source>
        <translation>Des réponses courtes, justes ou fausses : une étiquette, du JSON, un appel d’outil.</translation>
    </message>
    <message>
        <source>A persona</source>
        <translation>Un personnage</translation>
    </message>
    <message>
        <source>It plays a character with a voice and a memory of its own.</source>
        <translation>Il reste quelqu&apos;un : un personnage avec sa voix et sa mémoire.</translation>
    </message>
    <message>
        <source>It continues a beginning the way your stories, notes or poems would.</source>
        <translation>Il poursuit un début comme le feraient vos récits, notes ou poèmes.</translation>
    </message>
    <message>
        <source>As I like it</source>
        <translation>Comme j&apos;aime</translation>
    </message>
    <message>
        <source>It answers more like the answers that you chose, and less like those that you did not.</source>
        <translation>Il répond davantage comme les réponses que vous avez choisies, et moins comme les autres.</translation>
    </message>
    <message>
        <source>Every answer has to be learnt, so none is held out.</source>
        <translation>Chaque réponse doit être apprise, aucune n’est donc réservée.</translation>
    </message>
    <message>
        <source>All layers together learn best.</source>
        <translation>Toutes les couches ensemble apprennent le mieux.</translation>
    </message>
    <message>
        <source>With all of them, memory only has room for rows of {context} tokens.</source>
        <translation>Avec toutes, la mémoire n’a de place que pour des lignes de {context} jetons.</translation>
    </message>
    <message>
        <source>From the answers you chose, and those you did not.</source>
        <translation>Des réponses que vous avez choisies, et des autres.</translation>
    </message>
    <message>
        <source>Only for choices.</source>
        <translation>Seulement pour les choix.</translation>
    </message>
    <message>
        <source>The usual at this rank.</source>
        <translation>L’habituel à ce rang.</translation>
    </message>
    <message>
        <source>Right answers count; the loss decides a tie.</source>
        <translation>Les bonnes réponses comptent ; la perte départage.</translation>
    </message>
    <message>
        <source>Not needed with so much data.</source>
        <translation>Inutile avec autant de données.</translation>
    </message>
    <message>
        <source>Everyday answers may take on the style, and otherwise stay as they are.</source>
        <translation>Les réponses de tous les jours peuvent prendre le style, et restent sinon telles quelles.</translation>
    </message>
    <message>
        <source>It also practises everyday questions as it would have answered them, so that it keeps the rest.</source>
        <translation>Il s’exerce aussi à des questions de tous les jours comme il y aurait répondu, pour garder le reste.</translation>
    </message>
    <message>
        <source>As set in Settings: “Keep this computer usable while it trains” makes it low.</source>
        <translation>Comme dans les Réglages : « Garder cet ordinateur utilisable pendant l’entraînement » la rend basse.</translation>
    </message>
    <message>
        <source>As set in Settings: all cores, unless you keep some for other programs.</source>
        <translation>Comme dans les Réglages : tous les cœurs, sauf si vous en gardez pour d’autres programmes.</translation>
    </message>
    <message>
        <source>Enough for this goal.</source>
        <translation>Assez pour ce but.</translation>
    </message>
    <message>
        <source>{rows} need no more.</source>
        <translation>{rows} n’en demandent pas plus.</translation>
    </message>
    <message>
        <source>{wanted} would suit the goal, but with {free} of free memory {rank} is the most.</source>
        <translation>{wanted} conviendrait au but, mais avec {free} de mémoire libre, {rank} est le maximum.</translation>
    </message>
    <message>
        <source>The usual. It is suited to your data once that is read.</source>
        <translation>L’habituel. Il s’adapte à vos données une fois lues.</translation>
    </message>
    <message>
        <source>{wanted} would suit your data, but with {free} of free memory this is the most.</source>
        <translation>{wanted} conviendrait à vos données, mais avec {free} de mémoire libre, c’est le maximum.</translation>
    </message>
    <message>
        <source>Reading your data {epochs} times suits this goal.</source>
        <translation>Lire vos données {epochs} fois convient à ce but.</translation>
    </message>
    <message>
        <source>It is to know your data by heart: {amount} take about {epochs} readings.</source>
        <translation>Il doit savoir vos données par cœur : {amount} demandent environ {epochs} lectures.</translation>
    </message>
    <message>
        <source>{amount} are few, so it reads them {epochs} times.</source>
        <translation>{amount} sont peu, il les lit donc {epochs} fois.</translation>
    </message>
    <message>
        <source>{amount} take this computer long, so it reads them {again}: that fits into a night.</source>
        <translation>{amount} prennent longtemps sur cet ordinateur, il les lit donc {again} : cela tient en une nuit.</translation>
    </message>
    <message>
        <source>Makes steady steps, and enough of them.</source>
        <translation>Fait des pas réguliers, et assez.</translation>
    </message>
    <message>
        <source>{amount} are few: fewer in a step make more steps.</source>
        <translation>{amount} sont peu : moins par pas, cela fait plus de pas.</translation>
    </message>
    <message>
        <source>The usual. It is suited to the model once you choose one.</source>
        <translation>L’habituel. Il s’adapte au modèle une fois choisi.</translation>
    </message>
    <message>
        <source>Half of what suits {parameters} parameters, so that it forgets less of its language.</source>
        <translation>La moitié de ce qui convient à {parameters} paramètres, pour qu’il oublie moins de sa langue.</translation>
    </message>
    <message>
        <source>{rows} rows are few, so a tenth is held out to measure with.</source>
        <translation>{rows} lignes sont peu, un dixième est donc réservé pour mesurer.</translation>
    </message>
    <message>
        <source>Questions are answered as your data answers them, in the same tone.</source>
        <translation>Les questions reçoivent les réponses de vos données, sur le même ton.</translation>
    </message>
    <message>
        <source>A twentieth is enough to measure with.</source>
        <translation>Un vingtième suffit pour mesurer.</translation>
    </message>
    <message>
        <source>From your answers, as they stand.</source>
        <translation>D&apos;après vos réponses, telles quelles.</translation>
    </message>
    <message>
        <source>From rank {least} on: large ranks learn better this way.</source>
        <translation>Activé dès le rang {least} : les grands rangs apprennent mieux ainsi.</translation>
    </message>
    <message>
        <source>Not needed at this rank.</source>
        <translation>Inutile à ce rang.</translation>
    </message>
    <message>
        <source>About ten times in the run, so that you see when it stops getting better.</source>
        <translation>Une dizaine de fois pendant l&apos;entraînement, pour voir quand il cesse de s&apos;améliorer.</translation>
    </message>
    <message>
        <source>About ten times in the run: a crash costs no more than a tenth of it.</source>
        <translation>Une dizaine de fois pendant l&apos;entraînement : une panne n&apos;en coûte pas plus d&apos;un dixième.</translation>
    </message>
    <message>
        <source>No answer is the only right one, so the loss decides.</source>
        <translation>Aucune réponse n’est la seule bonne, donc la perte décide.</translation>
    </message>
    <message>
        <source>{rows} are few: leaving out a little keeps it from learning them by heart.</source>
        <translation>{rows} sont peu : en écarter un peu l&apos;empêche de les apprendre par cœur.</translation>
    </message>
    <message>
        <source>It should learn them by heart.</source>
        <translation>Il doit les apprendre par cœur.</translation>
    </message>
    <message>
        <source>A persona answers more freely with a little noise.</source>
        <translation>Un personnage répond plus librement avec un peu de bruit.</translation>
    </message>
    <message>
        <source>Not needed for this goal.</source>
        <translation>Inutile pour ce but.</translation>
    </message>
    <message>
        <source>Running text is cut into pieces; {context} tokens are a good page.</source>
        <translation>Le texte suivi est coupé en morceaux ; {context} jetons font une bonne page.</translation>
    </message>
    <message>
        <source>All of your rows have</source>
        <translation>Toutes vos lignes ont</translation>
    </message>
    <message>
        <source>95 of 100 rows have</source>
        <translation>95 lignes sur 100 ont</translation>
    </message>
    <message>
        <source> with their thoughts, which are not cut: a longer row is not used</source>
        <translation> avec leurs réflexions, qui ne sont pas coupées : une ligne plus longue n&apos;est pas utilisée</translation>
    </message>
    <message>
        <source>{share} at most {longest} tokens{with_them}.</source>
        <translation>{share} au plus {longest} jetons{with_them}.</translation>
    </message>
    <message>
        <source>The model was made for {context} tokens at most.</source>
        <translation>Le modèle a été fait pour {context} jetons au plus.</translation>
    </message>
    <message>
        <source>The usual for this goal.</source>
        <translation>L&apos;habituel pour ce but.</translation>
    </message>
    <message>
        <source>The usual.</source>
        <translation>L&apos;habituel.</translation>
    </message>
    <message>
        <source>{epochs} times</source>
        <translation>{epochs} fois</translation>
    </message>
    <message>
        <source>once</source>
        <translation>une fois</translation>
    </message>
    <message>
        <source>Suits a model of {parameters} parameters; larger ones take smaller steps.</source>
        <translation>Convient à un modèle de {parameters} paramètres ; les plus grands font de plus petits pas.</translation>
    </message>
    <message>
        <source>Less than what suits {parameters} parameters: choices move a model further than answers do.</source>
        <translation>Moins que ce qui convient à {parameters} paramètres : les choix font bouger un modèle plus que les réponses.</translation>
    </message>
    <message>
        <source>Your rows</source>
        <translation>Vos lignes</translation>
    </message>
    <message>
        <source>{budget} that are free for training</source>
        <translation>{budget} libres pour l&apos;entraînement</translation>
    </message>
    <message>
        <source>None fits: even {least} needs about {needs} of the {free}. Choose a smaller model.</source>
        <translation>Aucun ne tient : même {least} demande environ {needs} des {free}. Prenez un modèle plus petit.</translation>
    </message>
    <message>
        <source>{chosen}: training takes about {needs} of the {free}</source>
        <translation>{chosen} : l&apos;entraînement prend environ {needs} des {free}</translation>
    </message>
    <message>
        <source>; {finer} would take {amount}</source>
        <translation>; {finer} prendrait {amount}</translation>
    </message>
    <message>
        <source>, and it answers as well as the original</source>
        <translation>, et il répond aussi bien que l’original</translation>
    </message>
    <message>
        <source> This file has that type.</source>
        <translation> Ce fichier a ce type.</translation>
    </message>
    <message>
        <source> This file is {quantization}, which is fine to begin with; the original would be a little better.</source>
        <translation> Ce fichier est en {quantization}, ce qui suffit pour commencer ; l’original serait un peu meilleur.</translation>
    </message>
    <message>
        <source> and be tight</source>
        <translation> et être juste</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>le processeur</translation>
    </message>
    <message>
        <source>computes right</source>
        <translation>calcule juste</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>pas encore testée</translation>
    </message>
    <message>
        <source>gives wrong numbers with this driver</source>
        <translation>donne des nombres faux avec ce pilote</translation>
    </message>
    <message>
        <source>crashes with this driver</source>
        <translation>plante avec ce pilote</translation>
    </message>
    <message>
        <source>cannot be used yet</source>
        <translation>pas encore utilisable</translation>
    </message>
    <message>
        <source>Looking for graphics cards; new ones are tested.</source>
        <translation>Recherche de cartes graphiques ; les nouvelles sont testées.</translation>
    </message>
    <message>
        <source>The faster of the processor and the best card: a step is measured on both before the training begins.</source>
        <translation>Le plus rapide du processeur et de la meilleure carte : un pas est mesuré sur les deux avant l&apos;entraînement.</translation>
    </message>
    <message>
        <source>Every model that fits into memory can be trained by it.</source>
        <translation>Tout modèle qui tient en mémoire peut être entraîné par lui.</translation>
    </message>
    <message>
        <source>No usable graphics card was found, so the processor computes.</source>
        <translation>Aucune carte graphique utilisable n&apos;a été trouvée : le processeur calcule.</translation>
    </message>
    <message>
        <source>This one was not found here.</source>
        <translation>Celui-ci n&apos;a pas été trouvé ici.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Processeur</translation>
    </message>
    <message>
        <source>The Mac&apos;s graphics</source>
        <translation>La puce graphique du Mac</translation>
    </message>
    <message>
        <source>is {verdict}</source>
        <translation>est {verdict}</translation>
    </message>
    <message>
        <source>up to {memory} of the computer&apos;s memory</source>
        <translation>jusqu&apos;à {memory} de la mémoire de l&apos;ordinateur</translation>
    </message>
    <message>
        <source>{memory} of memory of its own</source>
        <translation>{memory} de mémoire propre</translation>
    </message>
    <message>
        <source>, with {memory}</source>
        <translation>, avec {memory}</translation>
    </message>
    <message>
        <source>{name}: {own} s a step, {other} {others} s.</source>
        <translation>{name} : {own} s par pas, {other} {others} s.</translation>
    </message>
    <message>
        <source>Computed by {name}.</source>
        <translation>Calculé par {name}.</translation>
    </message>
    <message>
        <source>{layers} of {of_layers} layers are on it, the others on the processor.</source>
        <translation>{layers} des {of_layers} couches sont dessus, les autres sur le processeur.</translation>
    </message>
    <message>
        <source>; lower is better</source>
        <translation>; plus bas est mieux</translation>
    </message>
    <message>
        <source>; it rose</source>
        <translation>; elle a monté</translation>
    </message>
    <message>
        <source>On text it had not seen the loss was {before} before and is {after}{which}{change}.</source>
        <translation>Sur du texte jamais vu, la perte était de {before} et est de {after}{which}{change}.</translation>
    </message>
    <message>
        <source> (the adapter of step {step})</source>
        <translation> (l’adaptateur de l’étape {step})</translation>
    </message>
    <message>
        <source>For each next word of text it has not seen, it hesitated between about {among} words before training, now between about {now_among}{which}.</source>
        <translation>Pour chaque mot suivant d’un texte qu’il n’a pas vu, il hésitait entre environ {among} mots avant l’entraînement, maintenant entre environ {now_among}{which}.</translation>
    </message>
    <message>
        <source>Right choices</source>
        <translation>Choix justes</translation>
    </message>
    <message>
        <source>Reward margin</source>
        <translation>Écart de récompense</translation>
    </message>
    <message>
        <source>Distance (nats a token)</source>
        <translation>Distance (nats par token)</translation>
    </message>
    <message>
        <source>All of them moved too far from the model they began with (over {far} nats a token). Try a lower learning rate.</source>
        <translation>Tous se sont trop éloignés du modèle de départ (plus de {far} nats par token). Essayez un taux d&apos;apprentissage plus faible.</translation>
    </message>
    <message>
        <source>Ranked last, as they moved too far from the model they began with (over {far} nats a token): {names}.</source>
        <translation>En dernière place, car trop éloignés du modèle de départ (plus de {far} nats par token) : {names}.</translation>
    </message>
    <message>
        <source>a quarter of</source>
        <translation>un quart de</translation>
    </message>
    <message>
        <source>half</source>
        <translation>la moitié de</translation>
    </message>
    <message>
        <source>{rate_factor} of</source>
        <translation>{rate_factor} de</translation>
    </message>
    <message>
        <source>The training went wrong by step {step}: {reason}. It goes on from step {to} with {rate} the learning rate (time {count} of at most {most}).</source>
        <translation>L&apos;entraînement a mal tourné au pas {step} : {reason}. Il repart du pas {to} avec {rate} le taux d&apos;apprentissage (fois {count} sur {most} au plus).</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>{n} GB</source>
        <translation>{n} Go</translation>
    </message>
    <message>
        <source>{n} MB</source>
        <translation>{n} Mo</translation>
    </message>
    <message>
        <source>{n} kB</source>
        <translation>{n} ko</translation>
    </message>
    <message>
        <source>{n} bytes</source>
        <translation>{n} octets</translation>
    </message>
    <message>
        <source>{d} d {h} h</source>
        <translation>{d} j {h} h</translation>
    </message>
    <message>
        <source>{h} h {min} min</source>
        <translation>{h} h {min} min</translation>
    </message>
    <message>
        <source>{min} min {s} s</source>
        <translation>{min} min {s} s</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>aujourd’hui {time}</translation>
    </message>
    <message>
        <source>yesterday {time}</source>
        <translation>hier {time}</translation>
    </message>
    <message>
        <source>{s} s</source>
        <translation>{s} s</translation>
    </message>
    <message>
        <source>Tokens in a row</source>
        <translation>Jetons par ligne</translation>
    </message>
    <message>
        <source>Betas</source>
        <translation>Bêtas</translation>
    </message>
    <message>
        <source>Largest gradient</source>
        <translation>Gradient maximal</translation>
    </message>
    <message>
        <source>Learns from</source>
        <translation>Apprend de</translation>
    </message>
    <message>
        <source>Format of the data</source>
        <translation>Format des données</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>Points de reprise gardés</translation>
    </message>
    <message>
        <source>Prompts of samples</source>
        <translation>Questions des échantillons</translation>
    </message>
    <message>
        <source>Rows as samples</source>
        <translation>Lignes en exemple</translation>
    </message>
    <message>
        <source>Length of samples</source>
        <translation>Longueur des échantillons</translation>
    </message>
    <message>
        <source>Memory allowed</source>
        <translation>Mémoire permise</translation>
    </message>
    <message>
        <source>Backward pass</source>
        <translation>Retour à travers le modèle</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>Autres ordinateurs</translation>
    </message>
    <message>
        <source>{memory}, {free} of it free</source>
        <translation>{memory}, dont {free} libres</translation>
    </message>
    <message>
        <source>&amp;One on each of the other computers</source>
        <translation>&amp;Un sur chacun des autres ordinateurs</translation>
    </message>
    <message>
        <source>{number} trainings, as many at once as there are computers.</source>
        <translation>{number} entraînements, autant à la fois qu&apos;il y a d&apos;ordinateurs.</translation>
    </message>
    <message>
        <source>{number} trainings, one after the other.</source>
        <translation>{number} entraînements, l&apos;un après l&apos;autre.</translation>
    </message>
    <message>
        <source>On this computer alone that takes {time}.</source>
        <translation>Sur cet ordinateur seul, cela prend {time}.</translation>
    </message>
    <message>
        <source>Try several values</source>
        <translation>Essayer plusieurs valeurs</translation>
    </message>
    <message>
        <source>Each combination is trained with everything else as it is on the page. {best} Separate values with spaces.</source>
        <translation>Chaque combinaison est entraînée, tout le reste comme sur la page. {best} Les valeurs sont séparées par des espaces.</translation>
    </message>
    <message>
        <source>The best gets the most held-out choices right without moving too far from the model it began with.</source>
        <translation>La meilleure a le plus de choix justes parmi ceux mis de côté, sans trop s&apos;éloigner du modèle de départ.</translation>
    </message>
    <message>
        <source>The best is the one with the most right held-out answers.</source>
        <translation>La meilleure est celle qui a le plus de réponses justes parmi celles gardées à part.</translation>
    </message>
    <message>
        <source>The best is the one with the lowest loss on held-out text.</source>
        <translation>La perte sur le texte réservé dit laquelle est la meilleure.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Réglage</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Valeurs</translation>
    </message>
    <message>
        <source>such as 1e-4 2e-4 5e-4</source>
        <translation>par exemple 1e-4 2e-4 5e-4</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Luthier&apos;s guide</source>
        <translation>Guide de Luthier</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Retour</translation>
    </message>
    <message>
        <source>B&amp;eginning of the guide</source>
        <translation>&amp;Début du guide</translation>
    </message>
    <message>
        <source>This copy of Luthier does not include the guide. It is in docs/guide of its source.</source>
        <translation>Le guide n&apos;accompagne pas cette copie de Luthier. Il se trouve dans docs/guide.</translation>
    </message>
    <message>
        <source>Not no&amp;w</source>
        <translation>Pas maintena&amp;nt</translation>
    </message>
    <message>
        <source>Sorting, tagging and short answers of one kind</source>
        <translation>Trier, étiqueter, réponses courtes d&apos;un seul type</translation>
    </message>
    <message>
        <source>A first try in English: a tone, or a form of answer</source>
        <translation>Un premier essai en anglais : un ton, une forme</translation>
    </message>
    <message>
        <source>The usual start: many languages, follows instructions</source>
        <translation>Le début habituel : beaucoup de langues, des consignes</translation>
    </message>
    <message>
        <source>Personas, and questions about your texts</source>
        <translation>Des personnages, des questions sur vos textes</translation>
    </message>
    <message>
        <source>Conversation and roles in European languages</source>
        <translation>Conversation et rôles en langues européennes</translation>
    </message>
    <message>
        <source>Long texts and reasoning in six languages</source>
        <translation>Textes longs et raisonnement en six langues</translation>
    </message>
    <message>
        <source>Knowledge, tools, personas: the best of its size</source>
        <translation>Savoir, outils, personnages : le meilleur de sa taille</translation>
    </message>
    <message>
        <source>Demanding texts in many languages</source>
        <translation>Textes exigeants dans beaucoup de langues</translation>
    </message>
    <message>
        <source>Stories and roles in a dozen languages</source>
        <translation>Histoires et rôles dans une douzaine de langues</translation>
    </message>
    <message>
        <source>The most able that a desktop with 32 GB trains</source>
        <translation>Le plus capable qu&apos;entraîne un PC de 32 Go</translation>
    </message>
    <message>
        <source>about an hour</source>
        <comment>of a training</comment>
        <translation>environ 1 h</translation>
    </message>
    <message>
        <source>an evening</source>
        <comment>of a training</comment>
        <translation>une soirée</translation>
    </message>
    <message>
        <source>a night</source>
        <comment>of a training</comment>
        <translation>une nuit</translation>
    </message>
    <message>
        <source>days</source>
        <comment>of a training</comment>
        <translation>des jours</translation>
    </message>
    <message>
        <source>{good_at}. A usual training takes {takes} on a laptop.</source>
        <translation>{good_at}. Sur un portable, un entraînement habituel prend {takes}.</translation>
    </message>
    <message>
        <source>{done} is done: {over} of {trials} trainings are over.</source>
        <translation>{done} est fait : {over} entraînements sur {trials} sont terminés.</translation>
    </message>
    <message>
        <source>conversations (ChatGPT)</source>
        <translation>conversations (ChatGPT)</translation>
    </message>
    <message>
        <source>Choose the newest checkpoint in it: {path}</source>
        <translation>Choisissez le point de reprise le plus récent qu&apos;il contient : {path}</translation>
    </message>
    <message>
        <source>Choose the file in it: {path}</source>
        <translation>Choisissez le fichier qu&apos;il contient : {path}</translation>
    </message>
    <message>
        <source>These are questions that it was trained on: this shows that it learnt them, not that it can answer others.</source>
        <translation>Ces questions ont servi à l&apos;entraînement : cela montre qu&apos;il les a apprises, non qu&apos;il sait répondre à d&apos;autres.</translation>
    </message>
    <message>
        <source>, {name} {right}</source>
        <translation>, {name} {right}</translation>
    </message>
    <message>
        <source>None of them was trained on.</source>
        <translation>Aucune d’elles n’a servi à l’entraînement.</translation>
    </message>
    <message>
        <source>{n} questions are answered. Choose the better answers.</source>
        <translation>{n} questions ont une réponse. Choisissez les meilleures réponses.</translation>
    </message>
    <message>
        <source>That is likely; a few more choices would make it certain.</source>
        <translation>C’est probable ; quelques choix de plus le rendraient certain.</translation>
    </message>
    <message>
        <source>Your questions: {right} of {of} right.</source>
        <translation>Vos questions : {right} justes sur {of}.</translation>
    </message>
    <message>
        <source>Everything else: as before. Asked about other things, it answers as it did.</source>
        <translation>Tout le reste : comme avant. Interrogé sur autre chose, il répond comme auparavant.</translation>
    </message>
    <message>
        <source>Everything else: changed. Asked about other things, it often answers differently.</source>
        <translation>Tout le reste : changé. Interrogé sur autre chose, il répond souvent autrement.</translation>
    </message>
    <message>
        <source>Everything else: much changed. Asked about other things, it may answer in the manner of your data and get wrong what it knew.</source>
        <translation>Tout le reste : très changé. Interrogé sur autre chose, il peut répondre à la manière de vos données et se tromper sur ce qu’il savait.</translation>
    </message>
    <message>
        <source>as before</source>
        <translation>comme avant</translation>
    </message>
    <message>
        <source>slightly changed</source>
        <translation>légèrement changé</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>changé</translation>
    </message>
    <message>
        <source>much changed</source>
        <translation>très changé</translation>
    </message>
    <message>
        <source>{words} ({moved})</source>
        <translation>{words} ({moved})</translation>
    </message>
    <message>
        <source>Your questions: {name} {right} of {of} right</source>
        <translation>Vos questions : {name} en a {right} justes sur {of}</translation>
    </message>
    <message>
        <source>Word for word as expected, of {of}: {first} {tuned}, {second} {base}.</source>
        <translation>Mot pour mot comme attendu, sur {of} : {first} {tuned}, {second} {base}.</translation>
    </message>
    <message>
        <source>You have chosen in {chosen} of {of} questions: {first} {tuned}, {second} {base}, equal {equal}.</source>
        <translation>Vous avez choisi pour {chosen} questions sur {of} : {first} {tuned}, {second} {base}, égal {equal}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} other answers differ. Choose the better ones.</source>
        <comment>One other answer differs. Choose the better one.</comment>
        <translation>
            <numerusform>Une autre réponse diffère. Choisissez la meilleure.</numerusform>
            <numerusform>{n} autres réponses diffèrent. Choisissez les meilleures.</numerusform>
        </translation>
    </message>
    <message>
        <source>That is enough to be certain.</source>
        <translation>Cela suffit pour en être sûr.</translation>
    </message>
    <message>
        <source>These are too few choices to tell: make a few more.</source>
        <translation>C’est trop peu de choix pour le dire : faites-en quelques autres.</translation>
    </message>
    <message>
        <source>They go both ways: more choices would tell.</source>
        <translation>Ils vont dans les deux sens : d’autres choix le diraient.</translation>
    </message>
    <message>
        <source>Everything else: slightly changed. Asked about other things, it answers nearly as it did, except where they are like yours.</source>
        <translation>Tout le reste : légèrement changé. Interrogé sur autre chose, il répond presque comme auparavant, sauf quand cela ressemble à vos questions.</translation>
    </message>
    <message>
        <source>No check says which answers are right, so read some answers at the strength that you choose.</source>
        <translation>Aucune vérification ne dit quelles réponses sont justes : lisez-en quelques-unes avec la force que vous choisissez.</translation>
    </message>
    <message>
        <source>Below 1 it has fewer of your questions right: leave it at 1.</source>
        <translation>En dessous de 1, il a moins de vos questions justes : laissez 1.</translation>
    </message>
    <message>
        <source>{strength} is the least that keeps as many of your questions right as 1 does.</source>
        <translation>{strength} est la plus petite qui garde autant de vos questions justes que 1.</translation>
    </message>
    <message>
        <source>“Is it better?” measures it on other questions.</source>
        <translation>« Est-ce mieux ? » le mesure sur d’autres questions.</translation>
    </message>
    <message>
        <source>after training</source>
        <translation>après l’entraînement</translation>
    </message>
    <message>
        <source>Compared with {name}: {said}</source>
        <translation>Comparé à {name} : {said}</translation>
    </message>
    <message>
        <source>that is certain.</source>
        <translation>c’est certain.</translation>
    </message>
    <message>
        <source>that is likely, and not yet certain: more questions would tell.</source>
        <translation>c’est probable, mais pas encore certain : plus de questions le diraient.</translation>
    </message>
    <message>
        <source>they have the same questions right.</source>
        <translation>ils ont les mêmes questions justes.</translation>
    </message>
    <message>
        <source>they differ in {n} of them, too few to tell which is better.</source>
        <translation>ils diffèrent sur {n} d’entre elles, trop peu pour dire lequel est meilleur.</translation>
    </message>
    <message>
        <source>they differ in {n} of them, but both ways, which does not tell which is better.</source>
        <translation>ils diffèrent sur {n} d’entre elles, mais dans les deux sens, ce qui ne dit pas lequel est meilleur.</translation>
    </message>
    <message>
        <source>Both models get the same questions. Where nothing can check the answers, you choose the better ones, with the names hidden. 20 general questions then show what else the training has changed. It takes a few minutes.</source>
        <translation>Les deux modèles reçoivent les mêmes questions. Là où rien ne peut vérifier les réponses, vous choisissez les meilleures, noms cachés. Puis 20 questions générales montrent ce que l’entraînement a changé par ailleurs. Cela prend quelques minutes.</translation>
    </message>
    <message>
        <source>There are none: it was trained on every row.</source>
        <translation>Il n’y en a pas : il a été entraîné sur toutes les lignes.</translation>
    </message>
    <message>
        <source>They show that it learnt them, not that it can answer others: for that, choose a file of other questions.</source>
        <translation>Elles montrent qu’il les a apprises, pas qu’il peut répondre à d’autres : pour cela, choisissez un fichier d’autres questions.</translation>
    </message>
    <message>
        <source>Choose a run on the Runs page, or train one.</source>
        <translation>Choisissez un entraînement sur la page Historique, ou lancez-en un.</translation>
    </message>
    <message>
        <source>Questions and answers (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;All files (*)</source>
        <translation>Questions et réponses (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Luthier decides by the expected answers</source>
        <translation>Luthier décide d’après les réponses attendues</translation>
    </message>
    <message>
        <source>the expected label, and nothing else</source>
        <translation>l&apos;étiquette attendue, et rien d&apos;autre</translation>
    </message>
    <message>
        <source>JSON with the expected fields</source>
        <translation>du JSON avec les champs attendus</translation>
    </message>
    <message>
        <source>the expected number</source>
        <translation>le nombre attendu</translation>
    </message>
    <message>
        <source>a call of the expected tool</source>
        <translation>un appel de l&apos;outil attendu</translation>
    </message>
    <message>
        <source>a list of the expected items</source>
        <translation>une liste des éléments attendus</translation>
    </message>
    <message>
        <source>it contains the expected words</source>
        <translation>elle contient les mots attendus</translation>
    </message>
    <message>
        <source>it contains whole words…</source>
        <translation>elle contient des mots entiers…</translation>
    </message>
    <message>
        <source>I choose the better one, with the names hidden</source>
        <translation>Je choisis la meilleure, noms cachés</translation>
    </message>
    <message>
        <source>Luthier looks at the expected answers. Labels, numbers, JSON, lists and a few words have to be the same. Between longer texts you choose the better one, with the names hidden.</source>
        <translation>Luthier regarde les réponses attendues. Étiquettes, nombres, JSON, listes et quelques mots doivent être identiques. Entre des textes plus longs, vous choisissez les meilleurs, noms cachés.</translation>
    </message>
    <message>
        <source>Put | between several: ahoy | matey</source>
        <translation>Mettez | entre plusieurs : ohé | matelot</translation>
    </message>
    <message>
        <source>Where it is wrong after training</source>
        <translation>Où il se trompe après l’entraînement</translation>
    </message>
    <message>
        <source>Answers that came to no end: {told}.</source>
        <translation>Réponses sans fin : {told}.</translation>
    </message>
    <message>
        <source>the expected text, word for word</source>
        <translation>le texte attendu, mot pour mot</translation>
    </message>
    <message>
        <source>it contains a text…</source>
        <translation>elle contient un texte…</translation>
    </message>
    <message>
        <source>it does not contain a text…</source>
        <translation>elle ne contient pas un texte…</translation>
    </message>
    <message>
        <source>it matches a pattern…</source>
        <translation>elle correspond à un motif…</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>à égalité</translation>
    </message>
    <message>
        <source>All questions</source>
        <translation>Toutes les questions</translation>
    </message>
    <message>
        <source>Where only one of them is right</source>
        <translation>Où un seul a raison</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>choisie</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>non choisie</translation>
    </message>
    <message>
        <source>Against {name}: {verdict}</source>
        <translation>Face à {name} : {verdict}</translation>
    </message>
    <message>
        <source>Rows left out: {told}.</source>
        <translation>Lignes laissées de côté : {told}.</translation>
    </message>
    <message>
        <source>Which answer is better?</source>
        <translation>Quelle réponse est la meilleure ?</translation>
    </message>
    <message>
        <source>&amp;Undo the last choice</source>
        <translation>A&amp;nnuler le dernier choix</translation>
    </message>
    <message>
        <source>S&amp;how the results so far</source>
        <translation>Affic&amp;her les résultats jusqu’ici</translation>
    </message>
    <message>
        <source>&amp;1  The left one</source>
        <translation>&amp;1  Celle de gauche</translation>
    </message>
    <message>
        <source>&amp;2  The right one</source>
        <translation>&amp;2  Celle de droite</translation>
    </message>
    <message>
        <source>&amp;0  Equal, or both wrong</source>
        <translation>&amp;0  Égales, ou toutes deux fausses</translation>
    </message>
    <message>
        <source>Question {n} of {of}</source>
        <translation>Question {n} sur {of}</translation>
    </message>
    <message>
        <source>Your answer: {answer}</source>
        <translation>Votre réponse : {answer}</translation>
    </message>
    <message>
        <source>(no answer)</source>
        <translation>(pas de réponse)</translation>
    </message>
    <message>
        <source>Left answer</source>
        <translation>Réponse de gauche</translation>
    </message>
    <message>
        <source>Right answer</source>
        <translation>Réponse de droite</translation>
    </message>
    <message>
        <source>The curve begins with the first step.</source>
        <translation>La courbe commence au premier pas.</translation>
    </message>
    <message>
        <source>Your last runs</source>
        <translation>Vos derniers entraînements</translation>
    </message>
    <message>
        <source>{step} of {steps} steps</source>
        <translation>{step} pas sur {steps}</translation>
    </message>
    <message>
        <source>Their losses are computed differently and do not tell which is better. Ask them the same questions in “Is it better?”.</source>
        <translation>Leurs pertes sont calculées différemment et ne disent pas laquelle est la meilleure. Posez-leur les mêmes questions dans « Est-ce meilleur ? ».</translation>
    </message>
    <message>
        <source>They were tested on different rows, so their losses cannot be compared.</source>
        <translation>Ils ont été testés sur des lignes différentes, leurs pertes ne se comparent donc pas.</translation>
    </message>
    <message>
        <source>{title} is ahead.</source>
        <translation>{title} est en tête.</translation>
    </message>
    <message>
        <source>{title} is ahead: {best} right against {second}, of {answers} rows that none was trained on.</source>
        <translation>{title} est en tête : {best} justes contre {second}, sur {answers} lignes jamais vues à l’entraînement.</translation>
    </message>
    <message>
        <source>Not all of them were tested on unseen rows, so which is better is not known.</source>
        <translation>Tous n’ont pas été testés sur des lignes inconnues, on ne sait donc pas lequel est meilleur.</translation>
    </message>
    <message>
        <source>They are about as good: {best} and {second} on unseen rows (lower is better).</source>
        <translation>Elles se valent : {best} et {second} sur des lignes jamais vues (plus bas, c’est mieux).</translation>
    </message>
    <message>
        <source>{title} is ahead: {best} against {second} on unseen rows (lower is better).</source>
        <translation>{title} est en tête : {best} contre {second} sur des lignes jamais vues (plus bas, c’est mieux).</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>&amp;Fermer</translation>
    </message>
    <message>
        <source>What is meant by “{title}”?</source>
        <translation>Que signifie « {title} » ?</translation>
    </message>
    <message>
        <source>What is this? (Shift+F1)</source>
        <translation>Qu’est-ce que c’est ? (Maj+F1)</translation>
    </message>
    <message>
        <source>More in the &amp;guide</source>
        <translation>Plus dans le &amp;guide</translation>
    </message>
    <message>
        <source>Learn from it</source>
        <translation>En tirer un apprentissage</translation>
    </message>
    <message>
        <source>Train on right and wrong ans&amp;wers</source>
        <translation>Entraîner sur les bonnes et mauvaises réponses (&amp;W)</translation>
    </message>
    <message>
        <source>Then these questions are no longer a test: ask others afterwards.</source>
        <translation>Ensuite ces questions ne sont plus un test : posez-en d&apos;autres après.</translation>
    </message>
    <message>
        <source>Train on your &amp;choices</source>
        <translation>Entraîner sur vos ch&amp;oix</translation>
    </message>
    <message>
        <source>With what you chose in Chat, too. Then these questions are no longer a test: ask others afterwards.</source>
        <translation>Aussi avec ce que vous avez choisi dans le chat. Ensuite, ces questions ne sont plus un test : posez-en d&apos;autres.</translation>
    </message>
    <message numerus="yes">
        <source>{number} questions have a right and a wrong answer.</source>
        <comment>1 question has a right and a wrong answer.</comment>
        <translation>
            <numerusform>1 question a une bonne et une mauvaise réponse.</numerusform>
            <numerusform>{number} questions ont une bonne et une mauvaise réponse.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You prefer an answer in {number} questions.</source>
        <comment>You prefer an answer in 1 question.</comment>
        <translation>
            <numerusform>Vous préférez une réponse à 1 question.</numerusform>
            <numerusform>Vous préférez une réponse à {number} questions.</numerusform>
        </translation>
    </message>
    <message>
        <source>Votes of Luthier&apos;s Chat</source>
        <translation>Votes du chat de Luthier</translation>
    </message>
    <message>
        <source>Better and worse answers</source>
        <translation>Réponses meilleures et moins bonnes</translation>
    </message>
    <message>
        <source>Several answers with scores</source>
        <translation>Plusieurs réponses notées</translation>
    </message>
    <message>
        <source>Several answers with ranks</source>
        <translation>Plusieurs réponses classées</translation>
    </message>
    <message>
        <source>Two answers, and which is better</source>
        <translation>Deux réponses, et laquelle est la meilleure</translation>
    </message>
    <message>
        <source>Chats with a worse last answer</source>
        <translation>Conversations avec une dernière réponse moins bonne</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>Choix multiples</translation>
    </message>
    <message>
        <source>Multiple choice, a column for each</source>
        <translation>Choix multiples, une colonne par choix</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Conversations</translation>
    </message>
    <message>
        <source>Conversations (ShareGPT)</source>
        <translation>Conversations (ShareGPT)</translation>
    </message>
    <message>
        <source>Questions and answers (Alpaca)</source>
        <translation>Questions et réponses (Alpaca)</translation>
    </message>
    <message>
        <source>Prompts and answers</source>
        <translation>Consignes et réponses</translation>
    </message>
    <message>
        <source>ChatGPT&apos;s data export</source>
        <translation>Export de données de ChatGPT</translation>
    </message>
    <message>
        <source>Gemini&apos;s tuning data (contents)</source>
        <translation>Données d&apos;ajustement de Gemini (contents)</translation>
    </message>
    <message>
        <source>Claude&apos;s data export</source>
        <translation>Export de données de Claude</translation>
    </message>
    <message>
        <source>Texts, one a row</source>
        <translation>Textes, un par ligne</translation>
    </message>
    <message>
        <source>Chats written as text</source>
        <translation>Conversations écrites en texte</translation>
    </message>
    <message>
        <source>Give a GGUF adapter, a folder of PEFT or mlx-lm, or a run.</source>
        <translation>Donnez un adaptateur GGUF, un dossier de PEFT ou mlx-lm, ou un entraînement.</translation>
    </message>
    <message>
        <source>Choose the model that it was made for.</source>
        <translation>Choisissez le modèle pour lequel il a été fait.</translation>
    </message>
    <message>
        <source>Merge it into the model where it was trained, and import that.</source>
        <translation>Fusionnez-le dans le modèle là où il a été entraîné, et importez cela.</translation>
    </message>
    <message>
        <source>Get it as safetensors.</source>
        <translation>Procurez-vous-le en safetensors.</translation>
    </message>
    <message>
        <source>Export it as GGUF, or merged into the model: both keep it whole.</source>
        <translation>Exportez-le en GGUF, ou fusionné dans le modèle : les deux le gardent entier.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Téléchargez-le à nouveau.</translation>
    </message>
    <message>
        <source>Get it as safetensors or GGUF.</source>
        <translation>Procurez-vous-le en safetensors ou GGUF.</translation>
    </message>
    <message>
        <source>Write auto, cpu, metal, or a card such as vulkan:0.</source>
        <translation>Écrivez auto, cpu, metal, ou une carte comme vulkan:0.</translation>
    </message>
    <message>
        <source>Install Luthier again.</source>
        <translation>Réinstallez Luthier.</translation>
    </message>
    <message>
        <source>Change the permissions, or choose a folder of your own.</source>
        <translation>Changez les droits, ou choisissez un dossier à vous.</translation>
    </message>
    <message>
        <source>Choose a folder on another disk.</source>
        <translation>Choisissez un dossier sur un autre disque.</translation>
    </message>
    <message>
        <source>Choose another name, or say that it may be replaced.</source>
        <translation>Choisissez un autre nom, ou dites qu&apos;il peut être remplacé.</translation>
    </message>
    <message>
        <source>Choose a new folder.</source>
        <translation>Choisissez un nouveau dossier.</translation>
    </message>
    <message>
        <source>This is a bug: please report it.</source>
        <translation>C&apos;est un bogue : merci de le signaler.</translation>
    </message>
    <message>
        <source>An address with a password belongs in the system&apos;s network settings.</source>
        <translation>Une adresse avec mot de passe va dans les réglages réseau du système.</translation>
    </message>
    <message>
        <source>End the other program, or choose another.</source>
        <translation>Fermez l&apos;autre programme, ou choisissez-en un autre.</translation>
    </message>
    <message>
        <source>Add it, and accept its key.</source>
        <translation>Ajoutez-le et acceptez sa clé.</translation>
    </message>
    <message>
        <source>Install Luthier there: unpack its download into ~/luthier, or `python3 -m pip install luthier`.</source>
        <translation>Installez Luthier là-bas : décompressez le téléchargement dans ~/luthier, ou `python3 -m pip install luthier`.</translation>
    </message>
    <message>
        <source>If it is elsewhere, say where.</source>
        <translation>S’il se trouve ailleurs, indiquez où.</translation>
    </message>
    <message>
        <source>Choose a larger type.</source>
        <translation>Choisissez un type plus grand.</translation>
    </message>
    <message>
        <source>Choose the model again.</source>
        <translation>Choisissez le modèle à nouveau.</translation>
    </message>
    <message>
        <source>Make room, or choose another disk.</source>
        <translation>Faites de la place, ou choisissez un autre disque.</translation>
    </message>
    <message>
        <source>Turn the file into CSV or JSON lines.</source>
        <translation>Convertissez le fichier en CSV ou en JSON Lines.</translation>
    </message>
    <message>
        <source>Choose another one, by its name or its number.</source>
        <translation>Choisissez-en une autre, par son nom ou son numéro.</translation>
    </message>
    <message>
        <source>Save the file as UTF-8 text, or name its encoding.</source>
        <translation>Enregistrez le fichier en texte UTF-8, ou indiquez son codage.</translation>
    </message>
    <message>
        <source>Where that is what you want:</source>
        <translation>Si c&apos;est ce que vous voulez :</translation>
    </message>
    <message>
        <source>Choose the file&apos;s encoding, or save it again.</source>
        <translation>Choisissez le codage du fichier, ou enregistrez-le à nouveau.</translation>
    </message>
    <message>
        <source>Check that the column of answers is the right one.</source>
        <translation>Vérifiez que la colonne des réponses est la bonne.</translation>
    </message>
    <message>
        <source>For that, rows need two answers or a label. Choose another goal.</source>
        <translation>Pour cela, les lignes demandent deux réponses ou une étiquette. Choisissez un autre but.</translation>
    </message>
    <message>
        <source>Where letters look wrong, choose another encoding.</source>
        <translation>Si des lettres ont l&apos;air fausses, choisissez un autre codage.</translation>
    </message>
    <message>
        <source>It can be learnt as running text.</source>
        <translation>Il peut être appris comme texte suivi.</translation>
    </message>
    <message>
        <source>More would take long and tell little more.</source>
        <translation>Plus prendrait longtemps et dirait à peine plus.</translation>
    </message>
    <message>
        <source>If it is wrong, correct it.</source>
        <translation>Si c&apos;est faux, corrigez-le.</translation>
    </message>
    <message>
        <source>Labels that are words are learnt best.</source>
        <translation>Les étiquettes qui sont des mots s&apos;apprennent le mieux.</translation>
    </message>
    <message>
        <source>The goal “As I like it” learns from both, which of them is better.</source>
        <translation>Le but « Comme j&apos;aime » apprend des deux laquelle est la meilleure.</translation>
    </message>
    <message>
        <source>They are trained as they stand, without thoughts (Qwen3) or a system turn before them (Mistral).</source>
        <translation>Elles sont entraînées telles quelles, sans réflexions (Qwen3) ni tour système avant elles (Mistral).</translation>
    </message>
    <message>
        <source>Other programs may show them.</source>
        <translation>D&apos;autres programmes peuvent les afficher.</translation>
    </message>
    <message>
        <source>To learn each, give one exchange a row.</source>
        <translation>Pour apprendre chacune, donnez un échange par ligne.</translation>
    </message>
    <message>
        <source>To learn which label a text has, read it as questions and answers.</source>
        <translation>Pour apprendre quelle étiquette a un texte, lisez-les comme questions et réponses.</translation>
    </message>
    <message>
        <source>Give more good answers.</source>
        <translation>Donnez plus de bonnes réponses.</translation>
    </message>
    <message>
        <source>Nothing is learnt from these.</source>
        <translation>Rien n&apos;est appris de celles-ci.</translation>
    </message>
    <message>
        <source>Where that is not meant, take pairs of similar length.</source>
        <translation>Si ce n&apos;est pas voulu, prenez des paires de longueur semblable.</translation>
    </message>
    <message>
        <source>Close other programs that use it.</source>
        <translation>Fermez les autres programmes qui l&apos;utilisent.</translation>
    </message>
    <message>
        <source>Look for a newer driver.</source>
        <translation>Cherchez un pilote plus récent.</translation>
    </message>
    <message>
        <source>A newer driver may help.</source>
        <translation>Un pilote plus récent peut aider.</translation>
    </message>
    <message>
        <source>Export it as a whole model instead.</source>
        <translation>Exportez-le plutôt en modèle entier.</translation>
    </message>
    <message>
        <source>Choose the run that the folder was made of.</source>
        <translation>Choisissez l&apos;entraînement dont vient le dossier.</translation>
    </message>
    <message>
        <source>Bring the whole folder home.</source>
        <translation>Ramenez le dossier entier.</translation>
    </message>
    <message>
        <source>Put the original data back.</source>
        <translation>Remettez les données d&apos;origine.</translation>
    </message>
    <message>
        <source>Train it here, or do without the others.</source>
        <translation>Entraînez-le ici, ou passez-vous des autres.</translation>
    </message>
    <message>
        <source>Choose another type for the file.</source>
        <translation>Choisissez un autre type pour le fichier.</translation>
    </message>
    <message>
        <source>Start Ollama again, and try once more: nothing is sent twice.</source>
        <translation>Relancez Ollama et réessayez : rien n&apos;est envoyé deux fois.</translation>
    </message>
    <message>
        <source>End that program, and start Ollama&apos;s own app.</source>
        <translation>Fermez ce programme, et lancez l&apos;application d&apos;Ollama.</translation>
    </message>
    <message>
        <source>Close other programs, or export it with a smaller type.</source>
        <translation>Fermez d&apos;autres programmes, ou exportez-le avec un type plus petit.</translation>
    </message>
    <message>
        <source>Up to 80 letters, digits, dots and dashes will do.</source>
        <translation>Jusqu&apos;à 80 lettres, chiffres, points et tirets conviennent.</translation>
    </message>
    <message>
        <source>Start Ollama&apos;s app, then try again.</source>
        <translation>Lancez l&apos;application d&apos;Ollama, puis réessayez.</translation>
    </message>
    <message>
        <source>Export the run for Ollama again.</source>
        <translation>Exportez à nouveau l&apos;entraînement pour Ollama.</translation>
    </message>
    <message>
        <source>Export the run first; that can be uploaded.</source>
        <translation>Exportez d&apos;abord l&apos;entraînement ; cela peut être envoyé.</translation>
    </message>
    <message>
        <source>Put the original file back; the run then continues from its last checkpoint.</source>
        <translation>Remettez le fichier d&apos;origine ; l&apos;entraînement repart alors d&apos;où il a été enregistré.</translation>
    </message>
    <message>
        <source>Choose its model, and give it beside that.</source>
        <translation>Choisissez son modèle, et donnez-le avec celui-ci.</translation>
    </message>
    <message>
        <source>Unlock or install one, such as GNOME Keyring or KWallet.</source>
        <translation>Déverrouillez-en ou installez-en un, comme GNOME Keyring ou KWallet.</translation>
    </message>
    <message>
        <source>A network with a login page may be the cause.</source>
        <translation>Un réseau avec une page de connexion peut en être la cause.</translation>
    </message>
    <message>
        <source>Check the connection, the proxy and the address of the hub.</source>
        <translation>Vérifiez la connexion, le proxy et l&apos;adresse du hub.</translation>
    </message>
    <message>
        <source>Check the spelling. A private model needs an access token.</source>
        <translation>Vérifiez l&apos;orthographe. Un modèle privé demande un jeton d&apos;accès.</translation>
    </message>
    <message>
        <source>Make room, choose a smaller file, or another disk.</source>
        <translation>Faites de la place, choisissez un fichier plus petit ou un autre disque.</translation>
    </message>
    <message>
        <source>It has none at all.</source>
        <translation>Il n&apos;en a aucun.</translation>
    </message>
    <message>
        <source>Its models belong to another user, or lie elsewhere.</source>
        <translation>Ses modèles appartiennent à un autre utilisateur, ou sont ailleurs.</translation>
    </message>
    <message>
        <source>Delete it, or choose another folder for models.</source>
        <translation>Supprimez-le, ou choisissez un autre dossier pour les modèles.</translation>
    </message>
    <message>
        <source>Move it away, or choose another folder for models.</source>
        <translation>Déplacez-le, ou choisissez un autre dossier pour les modèles.</translation>
    </message>
    <message>
        <source>Make one with the role “write” in the settings of your account on the hub.</source>
        <translation>Créez-en un avec le rôle « write » dans les réglages de votre compte sur le hub.</translation>
    </message>
    <message>
        <source>Export it again with a smaller type.</source>
        <translation>Exportez-le à nouveau avec un type plus petit.</translation>
    </message>
    <message>
        <source>Rows that are kept aside for the test are used for nothing else.</source>
        <translation>Les lignes gardées à part pour le test ne servent à rien d&apos;autre.</translation>
    </message>
    <message>
        <source>Give questions, or ask some of the training.</source>
        <translation>Donnez des questions, ou posez-en quelques-unes de l&apos;entraînement.</translation>
    </message>
    <message>
        <source>A newer driver may help: the card is tested again by itself then.</source>
        <translation>Un pilote plus récent peut aider : la carte est alors testée à nouveau d&apos;elle-même.</translation>
    </message>
    <message>
        <source>In Ollama&apos;s app turn thinking off for this model.</source>
        <translation>Dans l&apos;application d&apos;Ollama, désactivez la réflexion pour ce modèle.</translation>
    </message>
    <message>
        <source>F16 rounds least.</source>
        <translation>F16 arrondit le moins.</translation>
    </message>
    <message>
        <source>Where the folder is used, give the name of the original checkpoint.</source>
        <translation>Là où le dossier est utilisé, donnez le nom du modèle d&apos;origine.</translation>
    </message>
    <message>
        <source>Train it here, or on another computer.</source>
        <translation>Entraînez-le ici ou sur un autre ordinateur.</translation>
    </message>
    <message>
        <source>Choose a type for the weights, or leave the samples out.</source>
        <translation>Choisissez un type pour les poids, ou laissez les échantillons.</translation>
    </message>
    <message>
        <source>Turn thinking off for it in Ollama, or use LM Studio.</source>
        <translation>Désactivez la réflexion pour lui dans Ollama, ou utilisez LM Studio.</translation>
    </message>
    <message>
        <source>Luthier itself can pass it to Ollama as it is.</source>
        <translation>Luthier le remet lui-même à Ollama tel quel.</translation>
    </message>
    <message>
        <source>Choose one by its step.</source>
        <translation>Choisissez-en un par son pas.</translation>
    </message>
    <message>
        <source>Older ones are deleted as training goes on.</source>
        <translation>Les plus anciens sont supprimés au fil de l&apos;entraînement.</translation>
    </message>
    <message>
        <source>Begin with the model itself to choose it freely.</source>
        <translation>Partez du modèle lui-même pour le choisir librement.</translation>
    </message>
    <message>
        <source>Choose another chat.</source>
        <translation>Choisissez une autre discussion.</translation>
    </message>
    <message>
        <source>Give texts or documents: .txt, .md, .pdf, .docx, .epub, .html, or a folder of these; or questions and answers, to be asked in other words.</source>
        <translation>Donnez des textes ou des documents : .txt, .md, .pdf, .docx, .epub, .html, ou un dossier de ceux-ci ; ou des questions et réponses, à poser en d&apos;autres mots.</translation>
    </message>
    <message>
        <source>Take a model of 3 billion parameters or more.</source>
        <translation>Prenez un modèle de 3 milliards de paramètres ou plus.</translation>
    </message>
    <message>
        <source>The run has its checkpoint and can be resumed.</source>
        <translation>L&apos;entraînement a son point de reprise et peut être repris.</translation>
    </message>
    <message>
        <source>They learn no more by it, and it takes time and memory.</source>
        <translation>Elles n&apos;en apprennent pas plus, et cela prend du temps et de la mémoire.</translation>
    </message>
    <message>
        <source>A smaller context makes more rows.</source>
        <translation>Un contexte plus petit donne plus de lignes.</translation>
    </message>
    <message>
        <source>Begin a new run that starts from what this one has learnt.</source>
        <translation>Commencez un nouvel entraînement qui part de ce que celui-ci a appris.</translation>
    </message>
    <message>
        <source>Choose a model with a longer context.</source>
        <translation>Choisissez un modèle au contexte plus long.</translation>
    </message>
    <message>
        <source>Say which of them is you.</source>
        <translation>Dites lequel vous êtes.</translation>
    </message>
    <message>
        <source>Move that file away, and make the rows again.</source>
        <translation>Déplacez ce fichier, et refaites les lignes.</translation>
    </message>
    <message>
        <source>Take them out first.</source>
        <translation>Retirez-les d&apos;abord.</translation>
    </message>
    <message>
        <source>Choose a folder that Luthier made for a training.</source>
        <translation>Choisissez un dossier que Luthier a fait pour un entraînement.</translation>
    </message>
    <message>
        <source>Resume the run, even a finished one: it is written again.</source>
        <translation>Reprenez l&apos;entraînement, même terminé : il est réécrit.</translation>
    </message>
    <message>
        <source>Choose another name, or resume the existing run.</source>
        <translation>Choisissez un autre nom, ou poursuivez l&apos;entraînement qui est là.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model or a shorter context.</source>
        <translation>Fermez d&apos;autres programmes, ou choisissez un modèle plus petit ou un contexte plus court.</translation>
    </message>
    <message>
        <source>Nothing was done, and the next line is read.</source>
        <translation>Rien n&apos;a été fait, et la ligne suivante est lue.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens par seconde</translation>
    </message>
    <message>
        <source>planned {plan}</source>
        <translation>prévu {plan}</translation>
    </message>
    <message>
        <source>at most {peak}</source>
        <translation>au plus {peak}</translation>
    </message>
    <message>
        <source>{left} left</source>
        <translation>{left} libres</translation>
    </message>
    <message>
        <source>graphics card {used} of {total}</source>
        <translation>carte graphique {used} sur {total}</translation>
    </message>
    <message>
        <source>mean of the run</source>
        <translation>moyenne de l’essai</translation>
    </message>
    <message>
        <source>processor {busy}</source>
        <translation>processeur {busy}</translation>
    </message>
    <message>
        <source>mean {mean}</source>
        <translation>moyenne {mean}</translation>
    </message>
    <message>
        <source>Slower than before: {now} tokens/s instead of {usual}.</source>
        <translation>Plus lent qu’avant : {now} tokens/s au lieu de {usual}.</translation>
    </message>
    <message>
        <source>The computer has {left} of memory left. Close other programs.</source>
        <translation>Il reste {left} de mémoire. Fermez d’autres programmes.</translation>
    </message>
    <message>
        <source>Training takes more than the {plan} that were planned. The computer has {left} left.</source>
        <translation>L’entraînement prend plus que les {plan} prévus. Il reste {left}.</translation>
    </message>
    <message>
        <source>Nothing that Luthier can measure explains it.</source>
        <translation>Rien de ce que Luthier peut mesurer ne l’explique.</translation>
    </message>
    <message>
        <source>The memory is nearly full, and the system moves some of it to the disk.</source>
        <translation>La mémoire est presque pleine, et le système en déplace une partie sur le disque.</translation>
    </message>
    <message>
        <source>Other programs take {taken} of the processor.</source>
        <translation>D’autres programmes prennent {taken} du processeur.</translation>
    </message>
    <message>
        <source>The processor is at {celsius} °C, and slows down to cool.</source>
        <translation>Le processeur est à {celsius} °C et ralentit pour refroidir.</translation>
    </message>
    <message>
        <source>The computer runs on its battery, and saves power.</source>
        <translation>L’ordinateur est sur batterie et économise l’énergie.</translation>
    </message>
</context>
</TS>
